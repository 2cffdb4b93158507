/** A user of the engine. */
export type EngineUser = {
	readonly name: string;
	readonly password: string;
	/** Settings of the user's profile. */
	readonly settings?: Readonly<Record<string, string | number>>;
	/** Statements such as `GRANT SELECT ON logs.*`; without them, everything is allowed. */
	readonly grants?: readonly string[];
};

/** TCP ports of the shards of a cluster, one replica each. */
export type EngineClusters = Readonly<Record<string, readonly number[]>>;

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Returns the configuration of an engine that reads its users from `usersPath` and writes errors to `logPath`. */
export function engineConfig(usersPath: string, logPath: string, clusters: EngineClusters): string {
	const shard = (port: number): string =>
		`<shard><replica><host>127.0.0.1</host><port>${port}</port></replica></shard>`;
	const of = Object.entries(clusters).map(
		([name, ports]) => `<${name}>${ports.map(shard).join('')}</${name}>`,
	);
	return `<clickhouse>
<logger><level>error</level><log>${escaped(logPath)}</log><errorlog>${escaped(logPath)}</errorlog></logger>
<users_config>${escaped(usersPath)}</users_config>
<remote_servers>${of.join('')}</remote_servers>
</clickhouse>
`;
}

/**
 * Returns the users of an engine. The local session that keeps it alive needs the user `default` without a password, on the
 * loopback address only.
 */
export function engineUsers(users: readonly EngineUser[]): string {
	const all: readonly EngineUser[] = [{name: 'default', password: ''}, ...users];
	const element = ({name, password, grants}: EngineUser): string => `<${name}>
<password>${escaped(password)}</password><networks><ip>127.0.0.1</ip></networks>
<profile>${name}</profile><quota>default</quota>
${grants === undefined ? '' : `<grants>${grants.map(grant => `<query>${escaped(grant)}</query>`).join('')}</grants>`}
</${name}>`;
	const profile = ({name, settings = {}}: EngineUser): string =>
		`<${name}>${Object.entries(settings)
			.map(([setting, value]) => `<${setting}>${value}</${setting}>`)
			.join('')}</${name}>`;
	return `<clickhouse>
<users>${all.map(element).join('')}</users>
<profiles>${all.map(profile).join('')}</profiles>
<quotas><default></default></quotas>
</clickhouse>
`;
}
