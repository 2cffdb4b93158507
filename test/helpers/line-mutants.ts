/** Values that the readers of lines treat in different ways. */
const values = [
	...[
		'',
		'-',
		'"-"',
		'""',
		'0',
		'9',
		'12',
		'200',
		'304',
		'1234',
		'8080',
		'52311',
		'123456789',
		'1795161787',
		'10443',
	],
	...[
		'0.1',
		'0.12',
		'0.123',
		'1.919',
		'604800.000',
		'0.0123',
		'0.012345',
		'1e-05',
		'1.5e-3',
		'.5',
		'5.',
		'-1',
		'-0.5',
	],
	...[
		'12ms',
		'4.532 ms',
		'143µs',
		'0.012s',
		'ms',
		's',
		'us',
		'0/1234',
		'**0/12**',
		'(0.123)',
		'[0.123]',
		'1.2.3',
	],
	...[
		'10.0.0.1',
		'203.0.113.7',
		'256.1.1.1',
		'01.2.3.4',
		'203.0.113.7:51234',
		'10.0.0.5:8080',
		'[::1]:80',
		'::1',
	],
	...[
		'2001:db8::1',
		'fe80::1%eth0',
		'unix:',
		'unknown',
		'1.1.1.1, 10.0.0.1',
		'10.0.0.1, 192.168.0.1',
		'1.1.1.1,,',
	],
	...['2001:db8::7, ::1', '10.0.0.1:80, 10.0.0.2:80', '10.0.0.1:80 : 10.0.0.2:80', ',', ':', ': ', ', '],
	...['rt=0.123', 'rt="0.1, 0.2"', 'rt=-', 'rt=5', 'request_time=0.5', 'urt=0.1', 'ua=10.0.0.1:80', 'ua="-"'],
	...[
		'xff="203.0.113.9"',
		'xff=203.0.113.9',
		'x=1',
		'cs=HIT',
		'=',
		'a=',
		'id=abc123',
		'"a [b"',
		'"shop@docker"',
	],
	...[
		'[shop-web-80]',
		'[]',
		'[a b]',
		'shop.example',
		'http://a.example/',
		'"http://10.0.0.1:80"',
		'curl/8.5.0',
	],
	...[
		'"GET / HTTP/1.1"',
		'GET / HTTP/1.1',
		'"GET - HTTP/1.1" 200 5',
		'752178adb17130b291aefd8c386279e7',
		'abc',
		'words',
	],
	...[
		'\\',
		'\\"',
		'"',
		'\0',
		' ',
		'  ',
		'\t',
		'\r',
		'{',
		'}',
		'{"a":1}',
		'é',
		'\u001B[31m',
		'|',
		'/',
		'+',
		'*',
	],
	...[
		'Nov 31 09:03:07',
		'Feb 29 23:59:60',
		'Nov 20 2026 09:03:07 UTC',
		'2026-02-30',
		'stdout P',
		'F:x',
		'<134>',
		'info',
		'web1 UTC',
		'[20/Nov/2026:09:03:07 +0000]',
		'31/Feb/2026',
		'2026-11-20T09:03:07Z',
		'09:03:07',
		'-0000',
		'+2400',
		'null',
		'true',
	],
];

const bytes = [...' "-,:[]\\\r\t0129AZazs/.{}<=\0\u0080'];

/** Returns random numbers below a limit, the same for the same seed: mulberry32. */
export function numbersFrom(seed: number): (limit: number) => number {
	let state = seed;
	return limit => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
	};
}

/** Returns a line that differs from another by one to three changes. It has no line feed. */
export function mutantOf(line: string, below: (limit: number) => number): string {
	let mutant = line;
	for (let changes = below(3); changes >= 0; changes--) {
		mutant = changed(mutant, below);
	}
	return mutant;
}

function changed(line: string, below: (limit: number) => number): string {
	const at = below(line.length + 1);
	const value = values[below(values.length)] ?? '';
	// Most changes are after the request, near the end.
	const words = [...line.matchAll(/[^ ",:{}[\]=]+/g)];
	const word = words[words.length - 1 - Math.min(below(words.length), below(words.length))];
	const from = word?.index ?? 0;
	const to = from + (word?.[0].length ?? 0);
	switch (below(13)) {
		case 0:
			return line.slice(0, at) + (bytes[below(bytes.length)] ?? '') + line.slice(at + 1);
		case 1:
			return line.slice(0, at) + (bytes[below(bytes.length)] ?? '') + line.slice(at);
		case 2:
			return line.slice(0, at) + line.slice(at + 1 + below(3));
		case 3:
			return line.slice(0, at);
		case 4: {
			const end = at + below(40);
			return line.slice(0, end) + line.slice(at);
		}
		case 5: {
			const other = words[below(words.length)];
			return line.slice(0, from) + (other?.[0] ?? '') + line.slice(to);
		}
		case 6:
			return `${line} ${value}`;
		case 7:
			return `${line.slice(0, from)}${value} ${line.slice(from)}`;
		case 8:
			return line.slice(0, from) + String(below(10 ** below(10))) + line.slice(to);
		case 9:
			return line.slice(0, from) + (below(1e7) / 10 ** below(7)).toFixed(below(7)) + line.slice(to);
		case 10: {
			// Members of an object are moved, doubled or removed.
			const members = line.split(/,(?=\s*")/);
			const moved = members[below(members.length)] ?? '';
			members.splice(below(members.length), below(2), ...(below(3) === 0 ? [] : [moved]));
			return members.join(',');
		}
		default:
			return line.slice(0, from) + value + line.slice(to);
	}
}
