/** What of the environment makes a difference. */
export const environment = [
	{name: 'NO_COLOR', help: 'if it is not empty, no colours: weight and inversion tell apart; see --color'},
	{name: 'TERM', help: 'the kind of terminal; if it is dumb, the listing is printed in place of a screen'},
	{name: 'TZ', help: 'the zone that is meant by --tz local'},
	{
		name: 'INK_SCREEN_READER',
		help: 'if it is true, text that is written line by line, for a screen reader',
	},
	{name: 'XDG_CONFIG_HOME', help: 'below it, the config file and views (~/.config)'},
	{name: 'XDG_STATE_HOME', help: 'below it, earlier searches are kept (~/.local/state)'},
	{name: 'XDG_CACHE_HOME', help: 'below it, what has been compiled is kept for the next start (~/.cache)'},
	{
		name: 'CLICKHOUSE_USER',
		help: 'with --store: who asks (default), with the password in CLICKHOUSE_PASSWORD',
	},
	{
		name: 'CLICKHOUSE_CA',
		help: 'with --store: the file of the authority whose certificates are trusted, PEM',
	},
	{name: 'CLICKHOUSE_URL', help: 'with --store env: the address that is asked'},
	{name: 'STATE_DIRECTORY', help: 'set by systemd: where ship remembers how far it has come'},
	{name: 'TMPDIR', help: 'where the log of --demo is written (/tmp)'},
] as const;
