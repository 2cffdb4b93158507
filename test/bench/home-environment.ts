import process from 'node:process';

/**
 * The environment with another home directory: what a program keeps there is neither read nor touched. Without
 * certificates that every start of Node is to read: where they are set, those take longer than all else that it does.
 */
export function homeEnvironment(home: string): Record<string, string> {
	const environment = {
		...process.env,
		HOME: home,
		XDG_CONFIG_HOME: home,
		XDG_CACHE_HOME: home,
		XDG_DATA_HOME: home,
		NODE_EXTRA_CA_CERTS: undefined,
	};
	return Object.fromEntries(
		Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
	);
}
