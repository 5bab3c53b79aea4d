"""The data of READY and GUILD_CREATE, with which the gateway greets a new session."""

from __future__ import annotations

from bot.standin import model
from bot.standin.api_objects import ApiObjects
from bot.standin.clock import iso
from bot.standin.rights import Rights
from bot.standin.world import World

_GUILD_CONSTANTS: model.Json = {
    "icon": None,
    "description": None,
    "home_header": None,
    "splash": None,
    "discovery_splash": None,
    "features": [],
    "banner": None,
    "application_id": None,
    "region": "deprecated",
    "afk_channel_id": None,
    "afk_timeout": 300,
    "system_channel_id": None,
    "system_channel_flags": 0,
    "widget_enabled": False,
    "widget_channel_id": None,
    "verification_level": 0,
    "default_message_notifications": 0,
    "mfa_level": 0,
    "explicit_content_filter": 0,
    "max_presences": None,
    "max_members": 500_000,
    "max_stage_video_channel_users": 50,
    "max_video_channel_users": 25,
    "vanity_url_code": None,
    "premium_tier": 0,
    "premium_subscription_count": 0,
    "rules_channel_id": None,
    "safety_alerts_channel_id": None,
    "public_updates_channel_id": None,
    "premium_progress_bar_enabled": False,
    "nsfw": False,
    "nsfw_level": 0,
    "emojis": [],
    "stickers": [],
    "incidents_data": None,
}


class WorldGreeting:
    """Reads the greeting from the world at the moment it is needed."""

    def __init__(self, world: World, objects: ApiObjects, rights: Rights) -> None:
        self._world = world
        self._rights = rights
        self._objects = objects

    def token(self) -> str:
        """The bot token that opens a session."""
        return self._world.application.token

    def ready(self, guild_ids: list[int]) -> model.Json:
        """The READY data without session, shard and gateway address."""
        return {
            "v": 10,
            "user": self._objects.me(),
            "guilds": [{"id": str(g), "unavailable": True} for g in guild_ids],
            "application": {"id": str(self._world.application.id), "flags": 0},
            "private_channels": [],
            "relationships": [],
            "presences": [],
            "user_settings": {},
            "geo_ordered_rtc_regions": [],
        }

    def guild_ids(self) -> list[int]:
        """The guilds that the app is a member of."""
        return [g.id for g in self._world.guilds.values() if g.bot_role is not None]

    def guild(self, guild_id: int) -> model.Json:
        """A guild object as the HTTP API gives it."""
        guild = self._world.guild(guild_id)
        return {
            **_GUILD_CONSTANTS,
            "id": str(guild.id),
            "name": guild.name,
            "owner_id": str(guild.owner_id),
            "preferred_locale": guild.preferred_locale,
            "roles": self._objects.roles(guild),
        }

    def guild_create(self, guild_id: int) -> model.Json:
        """A guild with its channels, active threads and the app's own membership."""
        guild = self._world.guild(guild_id)
        channels = [
            c for c in self._world.channels.values() if c.guild_id == guild_id and not c.is_thread
        ]
        threads = filter(self._rights.hears, self._world.threads_of(guild_id))
        return {
            **self.guild(guild_id),
            "joined_at": iso(guild.joined),
            "large": False,
            "unavailable": False,
            "member_count": len(guild.members),
            "members": [self._objects.own_member(guild)],
            "channels": [self._objects.channel(c) for c in channels],
            "threads": [self._objects.channel(t) for t in threads],
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }
