export type Request = {
	/** In ms since 1970. */
	readonly time: number;
	/** Time zone of the logged time, in minutes east of UTC. */
	readonly zone?: number;
	readonly ip?: string;
	readonly user?: string;
	readonly method?: string;
	readonly url?: string;
	/** The whole request line, instead of method and URL. */
	readonly request?: string;
	readonly status?: number | string;
	readonly bytes?: number | string;
	readonly referer?: string;
	readonly userAgent?: string;
};

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
function two(value: number): string {
	return `${value}`.padStart(2, '0');
}

/** Returns a time as in `combined`: `05/Nov/2024:09:03:07 +0000`. `zone` is in minutes east of UTC. */
export function logTime(time: number, zone = 0): string {
	const local = new Date(time + zone * 60_000);
	const day = `${two(local.getUTCDate())}/${months[local.getUTCMonth()]}/${local.getUTCFullYear()}`;
	const clock = [local.getUTCHours(), local.getUTCMinutes(), local.getUTCSeconds()].map(two).join(':');
	const [hours, minutes] = [Math.floor(Math.abs(zone) / 60), Math.abs(zone) % 60];
	return `${day}:${clock} ${zone < 0 ? '-' : '+'}${two(hours)}${two(minutes)}`;
}

/** Returns a line in the combined format with its line feed. Escapes nothing. */
export function logLine(request: Request): string {
	const {time, zone = 0, ip = '203.0.113.9', user = '-', method = 'GET', url = '/', status = 200} = request;
	const {bytes = 512, referer = '-', userAgent = 'Mozilla/5.0'} = request;
	const line = request.request ?? `${method} ${url} HTTP/1.1`;
	return `${ip} - ${user} [${logTime(time, zone)}] "${line}" ${status} ${bytes} "${referer}" "${userAgent}"\n`;
}

/** Start of the tests' logs, earlier than the clock so that no line is in the future. Its day and hour have one digit. */
export const logStart = Date.UTC(2024, 10, 5, 9, 3, 7);

/** Returns `count` lines at intervals of one second, with the URLs `/n/<from>`, `/n/<from + 1>` … */
export function numberedLines(count: number, from = 0): string[] {
	const methods = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'];
	const statuses = [200, 301, 404, 500, 204];
	return Array.from({length: count}, (_, index) => {
		const n = from + index;
		return logLine({
			time: logStart + n * 1000,
			ip: `198.51.100.${n % 250}`,
			method: methods[n % methods.length] ?? 'GET',
			url: `/n/${n}`,
			status: statuses[n % statuses.length] ?? 200,
		});
	});
}
