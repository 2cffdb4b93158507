/** Returns the environment for child processes. Programs for alerts and copies don't need the server's password. */
export function withoutPassword({
	CLICKHOUSE_PASSWORD: _,
	...env
}: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string | undefined>> {
	return env;
}
