/**
 * Minutes east of UTC of abbreviations that have only one meaning in logs: from RFC 822 (5.1), Europe, Japan and Korea. Other
 * abbreviations make the time unreadable, because it could be wrong by hours: CST is also China's time.
 */
const abbreviations: ReadonlyMap<string, number> = new Map([
	...['UTC', 'GMT', 'UT', 'Z', 'WET'].map(name => [name, 0] as const),
	...['CET', 'WEST', 'MEZ'].map(name => [name, 60] as const),
	...['CEST', 'EET', 'MESZ'].map(name => [name, 120] as const),
	...['EEST', 'MSK'].map(name => [name, 180] as const),
	['JST', 540],
	['KST', 540],
	['EST', -300],
	['EDT', -240],
	['CDT', -300],
	['MST', -420],
	['MDT', -360],
	['PST', -480],
	['PDT', -420],
]);

/** The zones of Windows as cities, without `Standard Time`. Ruby and C write these names on Windows. */
const windowsZones: ReadonlyMap<string, string> = new Map([
	['Coordinated Universal Time', 'Etc/UTC'],
	['GMT', 'Europe/London'],
	['Greenwich', 'Atlantic/Reykjavik'],
	['W. Europe', 'Europe/Berlin'],
	['Central Europe', 'Europe/Budapest'],
	['Central European', 'Europe/Warsaw'],
	['Romance', 'Europe/Paris'],
	['E. Europe', 'Europe/Chisinau'],
	['FLE', 'Europe/Kyiv'],
	['GTB', 'Europe/Bucharest'],
	['Russian', 'Europe/Moscow'],
	['Turkey', 'Europe/Istanbul'],
	['Israel', 'Asia/Jerusalem'],
	['India', 'Asia/Kolkata'],
	['China', 'Asia/Shanghai'],
	['Singapore', 'Asia/Singapore'],
	['Tokyo', 'Asia/Tokyo'],
	['Korea', 'Asia/Seoul'],
	['AUS Eastern', 'Australia/Sydney'],
	['New Zealand', 'Pacific/Auckland'],
	['Eastern', 'America/New_York'],
	['Central', 'America/Chicago'],
	['Mountain', 'America/Denver'],
	['Pacific', 'America/Los_Angeles'],
	['E. South America', 'America/Sao_Paulo'],
]);

const minute = 60_000;

/** Limit for remembered zones: the names come from the log. */
const maxZones = 64;

const formats = new Map<string, Intl.DateTimeFormat | undefined>();

/**
 * Returns the offset of a zone in minutes east of UTC at a local time; NaN if the name is unknown or has several meanings.
 * @param name An abbreviation (`CET`), a city (`Europe/Vienna`), or a name of Windows (`GMT Standard Time`).
 * @param wall The local time, in ms since 1970 as if it were UTC.
 */
export function zoneOffset(name: string, wall: number): number {
	const minutes = abbreviations.get(name);
	if (minutes !== undefined) {
		return minutes;
	}
	const [, windows] = /^(.*?)(?: (?:Standard|Daylight) Time)?$/.exec(name) ?? [];
	const city = windowsZones.get(windows ?? name) ?? name;
	const format = formatOf(city);
	if (format === undefined) {
		return Number.NaN;
	}
	// The offset at the wrong instant is right, except in the hours around a change.
	const first = offsetAt(format, wall);
	return offsetAt(format, wall - first * minute);
}

function formatOf(city: string): Intl.DateTimeFormat | undefined {
	if (!/^[A-Z][A-Za-z]+(?:\/[A-Za-z_+-]+){1,2}$/.test(city)) {
		return undefined;
	}
	if (!formats.has(city)) {
		if (formats.size === maxZones) {
			formats.clear();
		}
		formats.set(city, newFormat(city));
	}
	return formats.get(city);
}

function newFormat(city: string): Intl.DateTimeFormat | undefined {
	try {
		return new Intl.DateTimeFormat('en-US', {timeZone: city, timeZoneName: 'longOffset'});
	} catch {
		return undefined;
	}
}

function offsetAt(format: Intl.DateTimeFormat, time: number): number {
	const name = format.formatToParts(time).find(({type}) => type === 'timeZoneName')?.value ?? '';
	const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):(\d\d)/.exec(name) ?? [];
	return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
