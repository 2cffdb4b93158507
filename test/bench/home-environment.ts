import process from 'node:process';

/**
 * Returns the environment with a different home directory, so that programs neither read nor change the user's files. Removes
 * settings for extra certificates: Node loads them at every start, and that takes longer than the rest of the start.
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
