#!/bin/sh
# Copies of a PostgreSQL database: one a day, one at once, or one back in its place.
#
#   backup.sh                 one copy a day (UTC), looked for every quarter of an hour
#   backup.sh once            a copy now, beside those of the days; nothing deletes it
#   backup.sh restore FILE    that copy in place of the database, which stays under a dated name
#   backup.sh daily           the copy of today, unless there is one
#   backup.sh check           ends with 1 where the newest of the days is older than a day and a half
#
# PGHOST, PGUSER, PGPASSWORD and PGDATABASE say where the database is (PostgreSQL, libpq), BACKUPS
# where copies lie, and KEPT how many days stay. Copies hold the seeds of running games.
set -eu
umask 077
BACKUPS="${BACKUPS:-/backups}"
KEPT="${KEPT:-7}"

sql() { psql --no-psqlrc --quiet --tuples-only --no-align --set=ON_ERROR_STOP=1 "$@"; }

copy() {
	# With the doors, which are tokens of presses, a finder of the copy could speak for the bot.
	if pg_dump --format=custom --no-owner --exclude-table-data=doors --file="$1.part" &&
		pg_restore --list "$1.part" >/dev/null && sync "$1.part"; then
		mv "$1.part" "$1"
		# The alert over old copies reads this.
		sql --command="INSERT INTO meta (key, value) VALUES ('backup', extract(epoch FROM now())::text)
			ON CONFLICT (key) DO UPDATE SET value = excluded.value"
		echo "copied to $1"
	else
		rm -f "$1.part"
		echo "error: the copy failed" >&2
		return 1
	fi
}

daily() {
	file="$BACKUPS/$PGDATABASE-$(date -u +%Y-%m-%d).dump"
	if [ -e "$file" ]; then return; fi
	copy "$file"
	# Days that have yet to come go first: a wrong clock has told them.
	find "$BACKUPS" -maxdepth 1 -name "$PGDATABASE-????-??-??.dump" | sort |
		awk -v today="$file" '$0 > today { print } $0 <= today { past[++n] = $0 }
			END { for (i = 1; i <= n; i++) print past[i] }' |
		head -n "-$KEPT" | while read -r old; do rm -- "$old"; done
}

restore() {
	pg_restore --list "$1" >/dev/null # before anything is touched
	now="$(date -u +%Y%m%dt%H%M%S)"
	new="${PGDATABASE}_new_$now"
	createdb "$new"
	# The restored bot posts under a new name, so that Discord takes none of its posts for an earlier one.
	if ! pg_restore --no-owner --exit-on-error --single-transaction --dbname="$new" "$1" ||
		! sql --dbname="$new" --single-transaction --output=/dev/null \
			--command="SELECT FROM games, players, moves LIMIT 1" \
			--command="DELETE FROM doors" \
			--command="UPDATE meta SET value = substr(gen_random_uuid()::text, 1, 8) WHERE key = 'instance'"; then
		dropdb "$new"
		echo "error: $1 cannot be restored; the database is as it was" >&2
		return 1
	fi
	if ! sql --dbname=postgres --single-transaction \
		--command="ALTER DATABASE \"$PGDATABASE\" RENAME TO \"${PGDATABASE}_before_$now\"" \
		--command="ALTER DATABASE \"$new\" RENAME TO \"$PGDATABASE\""; then
		dropdb "$new"
		echo "error: stop the bot first; the database is as it was" >&2
		return 1
	fi
	echo "restored from $1; what was there is now ${PGDATABASE}_before_$now"
}

case "${1:-}" in
once) copy "$BACKUPS/$PGDATABASE-$(date -u +%Y-%m-%dT%H%M%S).dump" ;;
restore) restore "$2" ;;
daily) daily ;;
check) [ -n "$(find "$BACKUPS" -maxdepth 1 -name "$PGDATABASE-????-??-??.dump" -mmin -2160)" ] ;;
*)
	while true; do
		daily || true
		sleep 900
	done
	;;
esac
