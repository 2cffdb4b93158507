import {access} from 'node:fs/promises';

/** Default paths of access logs in the packages of web servers. */
export const wellKnownPaths: readonly string[] = [
	'/var/log/nginx/access.log',
	'/var/log/apache2/access.log',
	'/var/log/apache2/other_vhosts_access.log',
	'/var/log/httpd/access_log',
	'/var/log/caddy/access.log',
	'/var/log/traefik/access.log',
	'/var/log/lighttpd/access.log',
	'/usr/local/lsws/logs/access.log',
	'/usr/local/var/log/nginx/access.log',
	'/opt/homebrew/var/log/nginx/access.log',
];

/** Returns the paths that exist. */
export async function wellKnownLogs(paths: readonly string[]): Promise<string[]> {
	const there = await Promise.all(
		paths.map(async path =>
			access(path).then(
				() => true,
				() => false,
			),
		),
	);
	return paths.filter((_, index) => there[index]);
}
