import {EntryRecord} from '../entry-record.js';
import {readPrefixTime} from '../times/notations.js';
import type {InnerLine} from './wrapper.js';

/** Matches a part of a prefix at an offset of a line, which `lineTime` has opened. Returns the offset after it, or -1. */
export type Take = (text: string, at: number) => number;

/** The line whose prefix is read, and the time in that prefix. */
class LineTime {
	readonly record = new EntryRecord();
	#line: Buffer = Buffer.alloc(0);
	#start = 0;
	#end = 0;

	/** Returns the characters of a line, in which `take` then reads times. */
	open({bytes, start, end}: InnerLine): string {
		this.#line = bytes;
		this.#start = start;
		this.#end = end;
		return bytes.toString('latin1', start, end);
	}

	/** Reads the time at an offset of the line. Returns the offset after it, or -1. */
	take(at: number): number {
		const position = readPrefixTime(this.#line, this.#start + at, this.#end, this.record);
		return position === -1 ? -1 : position - this.#start;
	}

	/** Removes the first `length` bytes of the line, with the time that was read in them. */
	strip(inner: InnerLine, length: number): void {
		inner.start += length;
		if (!Number.isNaN(this.record.time)) {
			inner.time = this.record.time;
			inner.zone = this.record.zone;
		}
	}
}

export const lineTime = new LineTime();

/** Part of a prefix: the bytes that it can start with, and a regular expression. */
type Part = {readonly begins: string; readonly source: string};

/** Names of log levels. logrus and charmbracelet/log shorten them to four letters. */
const levelWords =
	'ERR INF WRN DBG FTL TRC INFO WARN CRIT FINE FAIL DBUG TRCE EMERG ERROR DEBUG TRACE FATAL ALERT PANIC FINER NOTICE SEVERE CONFIG FINEST WARNING VERBOSE CRITICAL EMERGENCY INFORMATION ERRO DEBU FATA PANI TRAC';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const names = `${letters}${digits}_./`;

/** Characters of names, and of the content of brackets. At most 128 of them are a name. */
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

/** An IPv6 address up to the end of the word. */
const hex = '[\\da-fA-F]*';
const ipv6 = `(?:(?=[^ ]*::)(?:${hex}:){2,8}${hex}(?:(?:\\.${hex}){3})?|(?:${hex}:){7}${hex}|(?:${hex}:){6}${hex}(?:\\.${hex}){3})(?: |$)`;

/** The content of an element of structured data, and one without an identifier or a parameter. */
const element = '(?:[^"\\]]|"(?:[^"\\\\]|\\\\[^])*")*';
const noElement = '(?:[^"\\]@=]|"(?:[^"\\\\@=]|\\\\[^])*")*';

/** A key of logfmt. */
const key = '[\\w.@+$~-]{1,128}';

/** The parts that patterns can name. A date and a time, `{time}`, is another: see `readPrefixTime`. */
const parts: Readonly<Record<string, Part>> = {
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
	/** Nothing, unless the version of RFC 5424 follows: `1 `. */
	unversioned: {begins: '', source: '(?!\\d )'},
	/** Nothing, before a priority. */
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
	 * ` - `, except after the client of a line in the common log format, which would be mistaken for a name: `info - -
	 * [20/Nov/2026:…`. Blanks may be those of the next prefix. A user name starts with a letter and contains no brackets, colons or
	 * commas. Other prefixes do.
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
	 * It is one before an address only if the rest is itself an address of a client, which starts with `2001:`, `fe80:`, `fd12:` or
	 * `::`.
	 */
	linenumber: {
		begins: digits,
		source: `(?!(?:${clock}|${kitchen})(?!:))\\d{1,12}(?=:(?:${clock}|[2f]...:|:)|(?!:${ipv6}))`,
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

/** First bytes of a time. */
const beginsTime = `${digits}JFMASONDTW`;

const takeTime: Take = (_text, at) => lineTime.take(at);

/** A compiled pattern. */
type PrefixPattern = {
	/** Its text up to the end of its first part. Patterns with the same beginning share its match. */
	readonly beginning: string;
	/** The bytes that it can start with. */
	readonly begins: string;
	/** Matches the pattern after its beginning. */
	readonly rest: Take;
};

/**
 * Compiles the pattern of a prefix: text, and parts in braces. Two spaces match one or more spaces.
 * @throws TypeError if a part doesn't exist
 */
export function prefixPattern(pattern: string): PrefixPattern {
	const [beginning = ''] = /^[^{]*(?:\{\w+\})?/.exec(pattern) ?? [];
	const name = beginning.slice(1, -1);
	const part = beginning.startsWith('{') ? parts[name] : undefined;
	return {
		beginning,
		begins: beginning === '{time}' ? beginsTime : (part?.begins ?? beginning.charAt(0)),
		rest: compileParts(pattern.slice(beginning.length)),
	};
}

/** Compiles a pattern or a part of it: to one regular expression for all parts between times. */
export function compileParts(pattern: string): Take {
	const takes = pattern
		.split(/(\{time\})/)
		.filter((piece, index) => piece !== '' || index === 0)
		.map(piece => (piece === '{time}' ? takeTime : expression(piece)));
	return (text, at) => {
		let position = at;
		for (let index = 0; index < takes.length && position !== -1; index++) {
			position = takes[index]?.(text, position) ?? -1;
		}
		return position;
	};
}

function expression(pattern: string): Take {
	const source = pattern.replace(/\{(\w+)\}| {2}|[^{]/g, (found, name?: string) => {
		if (name === undefined) {
			return found === '  ' ? ' {1,128}' : found.replace(/[\\^$.*+?()[\]{}|]/, '\\$&');
		}
		const part = parts[name];
		if (part === undefined) {
			throw new TypeError(`no part of a prefix is called ${name}`);
		}
		return part.source;
	});
	const matcher = new RegExp(source, 'y');
	return (text, at) => {
		matcher.lastIndex = at;
		return matcher.test(text) ? matcher.lastIndex : -1;
	};
}
