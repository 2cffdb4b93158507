import {EntryRecord} from '../entry-record.js';
import type {OwnEndPart, Reach} from '../pattern/value-part.js';
import {readPrefixTime} from '../times/notations.js';
import {ipv6} from '../values/words.js';
import type {InnerLine} from './wrapper.js';

/** The line whose prefix is read: its characters, its offset, and a number. */
let line = '';
let lineStart = 0;
let lineNumber = 0;

/** Sets the line in which the parts of prefixes are read. */
export function openLine({bytes, start, end}: InnerLine): void {
	line = bytes.toString('latin1', start, end);
	lineStart = start;
	lineNumber++;
}

/** Returns a part that caches its last result, because many prefixes start with the same parts. */
function part(what: string, begins: string, read: Reach): OwnEndPart {
	let ofLine = 0;
	let start = -1;
	let stop = -1;
	return {
		what,
		begins,
		reach(bytes, at, end, record) {
			if (ofLine !== lineNumber || start !== at) {
				stop = read(bytes, at, end, record);
				ofLine = lineNumber;
				start = at;
			}
			return stop;
		},
	};
}

/** Returns a part that matches a regular expression. */
function expression(what: string, begins: string, source: string): OwnEndPart {
	let matcher: RegExp | undefined;
	return part(what, begins, (_, at) => {
		matcher ??= new RegExp(source, 'y');
		matcher.lastIndex = at - lineStart;
		return matcher.test(line) ? lineStart + matcher.lastIndex : -1;
	});
}

/** The last time that was read. */
const lastTime = new EntryRecord();

const anyTime = part('time', '', (bytes, at, end) => readPrefixTime(bytes, at, end, lastTime));

/** A date and a time, which it sets in the record. */
const time: OwnEndPart = {
	what: 'time',
	begins: '0123456789JFMASONDTW',
	reach(bytes, at, end, record) {
		const stop = anyTime.reach(bytes, at, end, record);
		record.time = lastTime.time;
		record.zone = lastTime.zone;
		return stop;
	},
};

/** Names of log levels. logrus and charmbracelet/log shorten them to four letters. */
const levelWords =
	'ERR INF WRN DBG FTL TRC INFO WARN CRIT FINE FAIL DBUG TRCE EMERG ERROR DEBUG TRACE FATAL ALERT PANIC FINER NOTICE SEVERE CONFIG FINEST WARNING VERBOSE CRITICAL EMERGENCY INFORMATION ERRO DEBU FATA PANI TRAC';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const names = `${letters}${digits}_./`;

/** Characters of names. A name and the content of brackets have at most 128 characters. */
const inName = '\\w.@/+$~\\-';
const name = `[${inName}]{1,128}`;
const logger = `[A-Za-z][${inName}]{0,127}`;
const inside = '[^\\]["]{1,128}';
const tag = `${name}(?:\\[${inside}\\]|(?!\\[))`;

/** A level in any case. */
const level = `(?:${levelWords.replace(/[A-Z]/g, letter => `[${letter}${letter.toLowerCase()}]`).replaceAll(' ', '|')})(?![A-Za-z])`;

/** `09:03:07`, with all decimals. */
const clock = '(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:[.,]\\d+(?!\\d)|(?![.,]\\d))';
const kitchen = '\\d{1,2}:\\d\\d[AP]M';

/** Content of brackets: of an element of structured data, and without the `@` or `=` of such an element. */
const element = '(?:[^"\\]]|"(?:[^"\\\\]|\\\\[^])*")*';
const noElement = '(?:[^"\\]@=]|"(?:[^"\\\\@=]|\\\\[^])*")*';

/** A key of logfmt. */
const key = '[\\w.@+$~-]{1,128}';

/** The parts that patterns can name, except a date and a time: the bytes that they can start with, and a regular expression. */
const sources: Readonly<Record<string, {readonly begins: string; readonly source: string}>> = {
	clock: {begins: digits, source: clock},
	kitchen: {begins: digits, source: kitchen},
	/** Seconds since boot: `  12.345678`. */
	uptime: {begins: `${digits} `, source: ' *\\d{1,12}\\.\\d{1,12}'},
	level: {begins: letters, source: level},
	name: {begins: names, source: name},
	/** A name that contains a dot: `io.quarkus.http.access-log`. */
	dotted: {begins: names, source: `(?=[A-Za-z][${inName}]*\\.[${inName}])${logger}`},
	/** A facility and a level: `Local7.Info`. */
	facility: {begins: letters, source: `[A-Za-z\\d]{1,128}\\.${level}`},
	/** The name of a logger, which can't be an address. */
	logger: {begins: letters, source: logger},
	/** Names of Rust's modules: `actix_web::middleware::logger`, `shop`. */
	module: {begins: letters, source: '(?=[A-Za-z])\\w{1,128}(?:::\\w{1,128})*'},
	word: {begins: '', source: '[^ ]{1,256}'},
	/** A host. Neither a status, another prefix before a status (`<6>200`, `access.log:200`), nor a level is a host. */
	machine: {
		begins: '',
		source: `(?!(?:${level}|\\d{1,12})(?: |$))[\\w.@+$~:[\\]-]{1,256}(?<!:\\d{3})(?= |$)`,
	},
	number: {begins: digits, source: '\\d{1,12}'},
	capital: {begins: letters, source: '[A-Z]'},
	/** `nginx`, or `nginx[71]`. */
	tag: {begins: names, source: tag},
	/** A tag before a colon that isn't a level. */
	sender: {begins: names, source: `(?!${level}:)${tag}(?=:)`},
	/**
	 * `nginx` or `default/web-7d9c[nginx]` before a colon. Not `unix`, because nginx logs clients on a socket as `unix:`, nor
	 * `shop.example`, which may be a host.
	 */
	program: {begins: names, source: `(?:${name}\\[${inside}\\]|(?!unix:)[\\w@/+$~-]{1,128}(?!\\[))`},
	/** The content of brackets. */
	inside: {begins: '', source: inside},
	/** `(worker-1)`. */
	thread: {begins: '(', source: '\\([^()"]{1,128}\\)'},
	/** `{}`. */
	braces: {begins: '{', source: '\\{[^}]*\\}'},
	/** `<134>`. */
	priority: {begins: '<', source: '<\\d{1,3}>'},
	/** The version of RFC 5424 is 1. Three digits are the length of the message in RFC 6587. */
	version: {begins: digits, source: '\\d{1,2}'},
	/** Empty. Doesn't match before the version of RFC 5424: `1 `. */
	unversioned: {begins: '', source: '(?!\\d )'},
	/** Empty, before a priority. */
	beforepriority: {begins: '<', source: '(?=<\\d{1,3}>)'},
	/**
	 * `-`, or `[a b="c"][d]`: RFC 5424, 6.3. Without `@` or `=` in the first brackets, they are a part of the message, such as
	 * `[GIN]`.
	 */
	structured: {begins: '-[', source: `(?:-|(?!\\[${noElement}\\])(?:\\[${element}\\])+(?!\\[))`},
	stream: {begins: 's', source: 'std(?:out|err)'},
	/** `F`, the tag of a whole line, including its suffix after a colon. Not `P`, the tag of a partial line. */
	whole: {begins: 'F', source: 'F(?::[^ ]*)?'},
	/**
	 * ` - `, except after the client of a line in the common log format, which would be mistaken for a name:
	 * `info - - [20/Nov/2026:…`. Blanks may belong to the next prefix. A user name starts with a letter and contains no brackets,
	 * colons or commas. Other prefixes do.
	 */
	dash: {
		begins: ' ',
		source: ' - (?! \\[\\d|[ \\t]{0,128}- |[ \\t]{0,128}[A-Za-z][^ :,[]* \\[\\d)',
	},
	/** A name that contains a slash and isn't exactly a date: `web/nginx/abc123`, `2026/11/20/[$LATEST]abc123`. */
	path: {
		begins: names,
		source: `(?![/[]|\\d...\\/..\\/.\\d(?![${inName}[\\]]))(?=[\\w.@+$~[\\]-]*\\/)[${inName}[\\]]{1,128}`,
	},
	/**
	 * The name of a log file before a colon, as `grep -H` writes it: it contains the word `log`, or ends with `.txt`, `.out` or
	 * `.gz`. `log.example:443 192.0.2.1 - -` starts with a host, its port and a client, which contains a dot or a colon. In other
	 * lines the number is a status, with which some formats start.
	 */
	file: {
		begins: names,
		source: `(?=[${inName}]*?(?:(?<![A-Za-z])log(?![A-Za-z])|\\.(?:txt|out|gz):))${name}(?=:)(?!:\\d{1,5} [^ ]*[.:][^ ])`,
	},
	/**
	 * A line number before a colon, not the start of a time of day or of an IPv6 address. In `12:09:03:07` the 12 is a line number.
	 * Before an address, it is a line number only if the rest is itself an address of a client, which starts with `2001:`, `fe80:`,
	 * `fd12:` or `::`.
	 */
	linenumber: {
		begins: digits,
		source: `(?!(?:${clock}|${kitchen})(?!:))\\d{1,12}(?=:(?:${clock}|[2f]...:|:)|(?!:${ipv6}(?: |$)))`,
	},
	/** `main.go`. */
	gofile: {begins: names, source: `[${inName}]{1,125}\\.go(?![${inName}])`},
	/** Spaces and tabs, but not before `#`, because the line could be a directive of a W3C log. */
	indent: {begins: ' \t', source: '(?![ \\t]{1,128}#)[ \\t]{1,128}'},
	/** A TAI64N label: 24 hexadecimal digits. */
	label: {begins: digits, source: '[\\da-fA-F]{24}(?![\\da-fA-F])'},
	/** The name of a pod: lower-case letters, digits, dots and dashes, with at least one dash. */
	pod: {begins: names, source: '(?=[a-z][a-z\\d.-]*-[a-z\\d.-])[a-z\\d.-]{1,128}'},
	/**
	 * The message of a logger before pairs of logfmt: `handled request   method=GET`. It starts with a letter, and contains no
	 * quotes, braces or equals signs. The first value is quoted, or another pair follows it.
	 */
	message: {
		begins: '',
		source: `(?= {0,128}[A-Za-z])(?=[^="{\\t]{1,255}=)[^="{\\t]* (?=[A-Za-z][\\w.@+$~-]*=(?:["']|[^ ]* ${key}=))`,
	},
	/**
	 * Columns with a tab after each, up to an object: `http.log.access	handled request	{`. Loggers put their name, the position in
	 * the source, and the message in columns.
	 */
	columns: {begins: '', source: '[^"{]*\\t(?=\\{)'},
};

const parts: ReadonlyMap<string, OwnEndPart> = new Map([
	['time', time],
	...Object.entries(sources).map(
		([name, {begins, source}]) => [name, expression(name, begins, source)] as const,
	),
]);

/** Returns the part of a prefix that a pattern names. */
export function prefixPart(name: string): OwnEndPart | undefined {
	return parts.get(name);
}
