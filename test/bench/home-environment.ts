import process from 'node:process';

/** The environment with another home directory: what a program keeps there is neither read nor touched. */
export function homeEnvironment(home: string): Record<string, string> {
	const environment = {
		...process.env,
		HOME: home,
		XDG_CONFIG_HOME: home,
		XDG_CACHE_HOME: home,
		XDG_DATA_HOME: home,
	};
	return Object.fromEntries(
		Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
	);
}
