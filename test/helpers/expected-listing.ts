/** A row as the screen shows it, without the token. */
export type ExpectedRow = {
	readonly status: string;
	readonly ip: string;
	readonly method: string;
	readonly url: string;
	readonly time: string;
};

/** A complete log: its path as given and its content. */
export type LogContent = {readonly path: string; readonly content: string};

const line = /^(\S+) \S+ \S+ \[([^\]]*)\] "([^"]*)" (\S+) \S+ "[^"]*" "[^"]*"$/;
const clock = /^(\d\d)\/(\w{3})\/(\d{4}):(\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)$/;
const monthNames = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function instant(text: string): number {
	const [, day, month = '', year, hour, minute, second, sign, zoneHours, zoneMinutes] =
		clock.exec(text) ?? [];
	const zone = (Number(zoneHours) * 60 + Number(zoneMinutes)) * (sign === '-' ? -1 : 1);
	const at = [Number(year), monthNames.indexOf(month), Number(day), Number(hour), Number(minute)] as const;
	return Date.UTC(...at, Number(second)) - zone * 60_000;
}

function timeText(time: number): string {
	const [, day, month, year, hours, rest] =
		/^\w+, (\d\d) (\w+) (\d+) (\d\d):(\d\d:\d\d) GMT$/.exec(new Date(time).toUTCString()) ?? [];
	return `${Number(day)} ${month} ${year} ${Number(hours)}:${rest}`;
}

function orMissing(value: string | undefined): string {
	return value === undefined || value === '-' || value === '' ? 'n/a' : value;
}

/**
 * Returns the expected listing of logs in the combined format, newest first. Implements the rules a second time, with regular
 * expressions and plain objects and without code of the program. Reads only lines that `logLine` writes and ignores all other
 * lines. Shows times in UTC.
 */
export function expectedListing(logs: readonly LogContent[]): ExpectedRow[] {
	const rows = logs.flatMap(({path, content}) => {
		let end = 0;
		return content.split('\n').flatMap(text => {
			const offset = end;
			end += Buffer.byteLength(text) + 1;
			const [, ip, at, request = '', status] = line.exec(text) ?? [];
			if (at === undefined) {
				return [];
			}
			const [method, target] = request.split(' ');
			const url = target?.replace(/^https?:\/\/[^/]+/, '') || target;
			const time = instant(at);
			const shown = {
				status: orMissing(status),
				ip: orMissing(ip),
				method: orMissing(method),
				url: orMissing(url),
				time: timeText(time),
			};
			return [{key: {time, path, offset}, shown}];
		});
	});
	const byPath = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
	rows.sort(({key: a}, {key: b}) => b.time - a.time || byPath(b.path, a.path) || b.offset - a.offset);
	return rows.map(({shown}) => shown);
}
