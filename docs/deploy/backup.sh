#!/bin/sh
# Copies of a PostgreSQL database: one a day, one at once, or one back in its place.
#
#   backup.sh                 a copy now and every 24 hours
#   backup.sh once            a copy now
#   backup.sh restore FILE    that copy in place of the database, which stays under a dated name
#
# PGHOST, PGUSER, PGPASSWORD and PGDATABASE say where the database is (PostgreSQL, libpq), BACKUPS
# where copies lie, and KEPT how many of them stay. Copies hold the seeds of running games.
set -eu
umask 077
BACKUPS="${BACKUPS:-/backups}"
KEPT="${KEPT:-7}"

copy() {
	file="$BACKUPS/$PGDATABASE-$(date -u +%Y-%m-%dT%H%M%SZ).dump"
	if pg_dump --format=custom --no-owner --file="$file.part" && pg_restore --list "$file.part" >/dev/null; then
		mv "$file.part" "$file"
		echo "copied to $file"
	else
		rm -f "$file.part"
		echo "error: the copy failed" >&2
		return 1
	fi
	find "$BACKUPS" -maxdepth 1 -name "$PGDATABASE-*.dump" | sort -r | tail -n "+$((KEPT + 1))" | while read -r old; do
		rm -- "$old"
	done
}

restore() {
	pg_restore --list "$1" >/dev/null # before anything is touched
	now="$(date -u +%Y%m%dt%H%M%S)"
	createdb "${PGDATABASE}_new_$now"
	if ! pg_restore --no-owner --exit-on-error --single-transaction --dbname="${PGDATABASE}_new_$now" "$1"; then
		dropdb "${PGDATABASE}_new_$now"
		echo "error: $1 cannot be restored; the database is as it was" >&2
		return 1
	fi
	if ! psql --quiet --dbname=postgres --set=ON_ERROR_STOP=1 --single-transaction \
		--command="ALTER DATABASE \"$PGDATABASE\" RENAME TO \"${PGDATABASE}_before_$now\"" \
		--command="ALTER DATABASE \"${PGDATABASE}_new_$now\" RENAME TO \"$PGDATABASE\""; then
		dropdb "${PGDATABASE}_new_$now"
		echo "error: stop the bot first; the database is as it was" >&2
		return 1
	fi
	echo "restored from $1; what was there is now ${PGDATABASE}_before_$now"
}

case "${1:-}" in
once) copy ;;
restore) restore "$2" ;;
*)
	while true; do
		if copy; then sleep 86400; else sleep 600; fi
	done
	;;
esac
