import {backslash, colon, dot, isDigit, openBrace, questionMark, quote, slash, star} from '../../ascii.js';
import {textFields} from '../../fields/fields.js';
import type {Arena} from '../arena.js';
import {EntryRecord, fields, spanOf} from '../entry-record.js';
import {setTimeSpan} from '../times/calendar.js';
import {readTimeValue} from '../times/notations.js';
import {noteUnreadable, type UnreadableField} from '../unreadable.js';
import {unescapeJson} from '../values/json-escapes.js';
import {isBadRequest, isMethod, readRequestLine} from '../values/request-line.js';
import {setHost, setNumber, setText} from '../values/words.js';
import {jsonFormats, otherJson, textSlots} from './json-formats.js';
import {jsonDuration, jsonNumber, wholeJsonNumber} from './json-numbers.js';
import {holds, isPlainMethod, type LineKind, lineKind, setClient, setProtocol, setUrl} from './json-texts.js';
import type {KnownValues} from './known-values.js';
import {type NameTable, slotOf} from './name-table.js';

/** Fields whose values are stored unchanged. */
const plainTexts = textSlots.map(field => [slotOf[field], spanOf[field]] as const);

const [caddy, ecs] = ['caddy', 'ecs'].map(one => jsonFormats.findIndex(({name}) => name === one));

/**
 * 1 for formats whose programs also log other lines with a request in them. An array, because the format objects have different
 * shapes.
 */
const isMixed = Uint8Array.from(jsonFormats, ({needs, others}) =>
	needs === undefined && others === undefined ? 0 : 1,
);

/** Prefix of the names of Caddy's loggers for requests. Other loggers log errors. */
const accessLogger = Buffer.from('http.log.access');

/** Limit in ms for Caddy's durations in seconds without decimals. Larger values have another unit. */
const maxInSeconds = 1e6;

/** Matches a message that contains a request, such as a line in another format. */
const quotedRequest = /\\"[A-Z]+ \S+ HTTP\/\d/;

/** Scratch record, for checking that a value can be parsed. */
const scratch = new EntryRecord();

/** `other`: a known server's line that isn't a request. */
type ObjectKind = 'request' | 'other' | 'unknown';

/** Converts the values that a scanner found into an entry. */
export class JsonEntry {
	readonly #table: NameTable;
	readonly #scanner: KnownValues;
	readonly #arena: Arena;
	#bytes: Buffer = Buffer.alloc(0);
	/** Range of the line in `#bytes`. */
	#start = 0;
	#end = 0;
	/** True if the line was rewritten, so that its offsets don't apply to the log. */
	#isRewritten = false;
	/** Numbers of the names `ts`, under which Caddy logs the time, and `properties`. */
	readonly #ts: number;
	readonly #properties: number;
	/** Numbers of names that programs use for any kind of URL or path, and for both hosts and the machine that logs. */
	readonly #anyUrls: ReadonlySet<number>;
	readonly #anyHosts: ReadonlySet<number>;
	/** Number of the object's format, according to its names. */
	#format = otherJson;
	/** Evidence for a request; NaN, false and `none` if the value is missing. */
	#status = Number.NaN;
	#hasMethod = false;
	#line: LineKind = 'none';

	constructor(scanner: KnownValues, arena: Arena) {
		const {table} = scanner;
		this.#table = table;
		this.#scanner = scanner;
		this.#arena = arena;
		this.#ts = table.entry('ts');
		this.#properties = table.entry('properties');
		this.#anyUrls = new Set(['url', 'uri', 'path'].map(name => table.entry(name)));
		this.#anyHosts = new Set(
			['host', 'site', 'domain', 'domain_name', 'server_name'].map(name => table.entry(name)),
		);
	}

	/**
	 * Scans the line `bytes[start, end)`. Returns false if it isn't a JSON object; the scanner has the reason. The other methods
	 * apply to the line that was scanned last.
	 */
	scan(bytes: Buffer, start: number, end: number): boolean {
		const scanner = this.#scanner;
		this.#bytes = bytes;
		this.#start = start;
		this.#end = end;
		this.#isRewritten = false;
		if (!scanner.scan(bytes, start, end)) {
			return false;
		}
		if (scanner.chosen[slotOf.transparent] === this.#properties) {
			this.#openProperties();
		}
		if (scanner.isWrittenOddly) {
			const first = plainerLine(this.#bytes, this.#start, this.#end, this.#arena);
			this.#rewritten(first);
			scanner.scan(this.#bytes, this.#start, this.#end);
		}
		return true;
	}

	/** Buffer of the scanner's offsets. */
	get bytes(): Buffer {
		return this.#bytes;
	}

	/** Range of the line in `bytes`. */
	get start(): number {
		return this.#start;
	}

	get end(): number {
		return this.#end;
	}

	/** True if the object has a method. Call `kind` first. */
	get hasMethod(): boolean {
		return this.#hasMethod || this.#line === 'request';
	}

	/** Determines whether the object is a request. */
	kind(): ObjectKind {
		const scanner = this.#scanner;
		const isRequest = this.#isRequest();
		// Caddy's error log contains requests, too, and other logs have the same structure.
		if (scanner.has(slotOf.level) && scanner.chosen[slotOf.time] === this.#ts) {
			const isOther = isRequest
				? this.#format === caddy && isOtherLogger(scanner, this.#bytes)
				: scanner.has(slotOf.msg) && !scanner.has(slotOf.caller) && !this.#hasQuotedRequest();
			if (isOther) {
				return 'other';
			}
		}
		return isRequest ? 'request' : 'unknown';
	}

	/** Returns true if the message contains a request. Only a message with an escaped quote is converted to a string: few have one. */
	#hasQuotedRequest(): boolean {
		const {starts, ends} = this.#scanner;
		const end = ends[slotOf.msg] ?? 0;
		for (let at = starts[slotOf.msg] ?? 0; at < end; at++) {
			if (this.#bytes[at] === backslash && this.#bytes[at + 1] === quote) {
				return quotedRequest.test(this.#text(slotOf.msg));
			}
		}
		return false;
	}

	/** Returns the value of a slot under a common name, as logged; empty if missing. */
	#text(slot: number): string {
		const {starts, ends} = this.#scanner;
		return this.#scanner.has(slot) ? this.#bytes.toString('latin1', starts[slot], ends[slot]) : '';
	}

	/** Fills the record of a request. Call `kind` first. Returns the number of the format. */
	fill(record: EntryRecord): number {
		const bytes = this.#bytes;
		this.#fillTexts(bytes, record);
		this.#fillNumbers(bytes, record);
		if (this.#isRewritten) {
			record.source = bytes;
			record.spans.fill(0, textFields.length * 2, fields.length * 2);
		}
		if (!has(record, spanOf.url)) {
			this.#fillPath(bytes, record);
		}
		const protocol = has(record, spanOf.protocol) ? -1 : this.#index(slotOf.protocol);
		if (protocol !== -1) {
			const {starts, ends} = this.#scanner;
			setProtocol(bytes, starts[protocol] ?? 0, ends[protocol] ?? 0, record, this.#arena);
		}
		return this.#format;
	}

	/** Replaces the string `properties` with the object in it, in a copy of the line. App Service logs such strings. */
	#openProperties(): void {
		const scanner = this.#scanner;
		const arena = this.#arena;
		const bytes = this.#bytes;
		const from = scanner.starts[slotOf.transparent] ?? 0;
		const to = scanner.ends[slotOf.transparent] ?? 0;
		if (bytes[from] !== openBrace || bytes[from - 1] !== quote) {
			return;
		}
		arena.reserve(this.#end - this.#start);
		const first = arena.append(bytes, this.#start, from - 1);
		arena.used = unescapeJson(bytes, from, to, arena.buffer, arena.used);
		arena.append(bytes, to + 1, this.#end);
		if (scanner.scan(arena.buffer, first, arena.used)) {
			this.#rewritten(first);
		} else {
			scanner.scan(bytes, this.#start, this.#end);
		}
	}

	/** Switches to the line in the arena that starts at `first`. */
	#rewritten(first: number): void {
		this.#bytes = this.#arena.buffer;
		this.#start = first;
		this.#end = this.#arena.used;
		this.#isRewritten = true;
	}

	/** Returns the index of a slot's value, or -1. */
	#index(slot: number): number {
		return this.#scanner.indexes[slot] ?? -1;
	}

	/**
	 * Checks that the object is a request. With a status, it must also have a method, a request line, a path under an unambiguous
	 * name, or a URL and a client. If the request is empty or invalid, a client is enough; see also `#isWithoutTarget`. `#isAskedFor`
	 * decides on an object without a readable status.
	 */
	#isRequest(): boolean {
		const scanner = this.#scanner;
		const bytes = this.#bytes;
		const {starts, ends, indexes} = scanner;
		const hasStatus = scanner.hasAny(slotOf.status) || scanner.hasNothing(slotOf.status);
		if (!hasStatus && !scanner.hasAny(slotOf.method)) {
			return false;
		}
		this.#format = scanner.resolve(bytes);
		this.#readStatus();
		const method = indexes[slotOf.method] ?? -1;
		this.#hasMethod =
			method !== -1 &&
			(this.#format === otherJson
				? isPlainMethod(bytes, starts[method] ?? 0, ends[method] ?? 0)
				: isMethod(bytes, starts[method] ?? 0, ends[method] ?? 0));
		const line = indexes[slotOf.requestLine] ?? -1;
		this.#line = line === -1 ? 'none' : lineKind(bytes, starts[line] ?? 0, ends[line] ?? 0);
		let url = indexes[slotOf.url] ?? -1;
		url = url === -1 ? (indexes[slotOf.path] ?? -1) : url;
		const target = method === -1 ? url : method;
		const isBad = target !== -1 && isBadRequest(bytes, starts[target] ?? 0, ends[target] ?? 0);
		if (isBad) {
			for (const slot of [slotOf.method, slotOf.url, slotOf.path]) {
				indexes[slot] = -1;
			}
			url = -1;
		}
		if (scanner.has(slotOf.never) || (isMixed[this.#format] === 1 && this.#isOfMixed())) {
			return false;
		}
		if (Number.isNaN(this.#status)) {
			return this.#isAskedFor(url);
		}
		// Users who name the fields know that the objects are requests.
		if (this.#line === 'request' || (this.#table.users > 0 && (this.#hasMethod || url !== -1))) {
			return true;
		}
		const first = url === -1 ? 0 : bytes[starts[url] ?? 0];
		const isAbsolute =
			url !== -1 &&
			first !== slash &&
			/^[a-z]+:(?:\/|\\\/){2}/i.test(
				bytes.toString('latin1', starts[url], Math.min(ends[url] ?? 0, (starts[url] ?? 0) + 16)),
			);
		const isTarget = first === slash || first === backslash || first === star;
		if (this.#hasMethod) {
			// Only known formats log requests without a target, or with an unusual one.
			const isAsked =
				isTarget ||
				this.#line === 'path' ||
				!this.#hasCommonNames ||
				scanner.isCut ||
				this.#isConnect(method);
			if (isAbsolute ? jsonFormats[this.#format]?.isWithoutClient === true : isAsked) {
				return true;
			}
		}
		if (isTarget && !this.#anyUrls.has(scanner.chosen[url] ?? 0)) {
			return true;
		}
		// Logs of outgoing requests contain everything except a client, and their paths may be paths of files.
		if (this.#hasMethod || isAbsolute || isTarget || this.#line === 'path') {
			return this.#isByClient();
		}
		const isRefused = this.#status >= 400;
		return (
			((scanner.isWithoutRequest || (isRefused && (isBad || this.#line === 'other'))) && this.#hasClient()) ||
			(isRefused && this.#isWithoutTarget())
		);
	}

	/**
	 * Returns true for a request whose method and URL are both empty, because the server couldn't parse it. The line must have a
	 * client, except in a known format: there, the client may be empty or have an unknown name.
	 */
	#isWithoutTarget(): boolean {
		const scanner = this.#scanner;
		return (
			scanner.hasNothing(slotOf.method) &&
			(scanner.hasNothing(slotOf.url) || scanner.hasNothing(slotOf.path)) &&
			(this.#hasClient() || !this.#hasCommonNames) &&
			!this.#isMessage()
		);
	}

	/** Returns true if the line is something else that the program logs with a request in it. */
	#isOfMixed(): boolean {
		const {needs, others} = jsonFormats[this.#format] ?? {};
		return (
			(needs !== undefined && this.#index(slotOf[needs]) === -1) ||
			others?.test(this.#text(slotOf.msg)) === true
		);
	}

	/** Checks that the method at an index is CONNECT, whose target is a host with its port. */
	#isConnect(index: number): boolean {
		const {starts, ends} = this.#scanner;
		return this.#bytes.toString('latin1', starts[index], ends[index]).toUpperCase() === 'CONNECT';
	}

	/** True if many programs use the names of the format, for any kind of log. */
	get #hasCommonNames(): boolean {
		return this.#format === otherJson || this.#format === ecs;
	}

	/** Checks that an object without a readable status is a request. `url`: the index of its URL or path, or -1. */
	#isAskedFor(url: number): boolean {
		const hasTarget = url !== -1 || this.#line === 'path';
		const isAsked =
			(this.#hasMethod && hasTarget) ||
			(this.#hasStatusField && (this.#line === 'request' || (hasTarget && !this.#hasCommonNames)));
		return (
			isAsked &&
			(this.#index(slotOf.time) !== -1 || this.#hasResult) &&
			(this.#format !== otherJson || this.#isByClient()) &&
			!this.#isMessage()
		);
	}

	/**
	 * True if the log has a field for the status of a response. In a log with common names, it must contain a number or nothing,
	 * unless there is a request line: applications also log the status of other things.
	 */
	get #hasStatusField(): boolean {
		const {starts, indexes} = this.#scanner;
		const index = indexes[slotOf.status] ?? -1;
		return index === -1
			? this.#scanner.hasNothing(slotOf.status)
			: !this.#hasCommonNames || this.#line === 'request' || isDigit(this.#bytes[starts[index] ?? 0] ?? 0);
	}

	/** True if the log has the result of the request: a field for the status and, with common names, a size or a duration. */
	get #hasResult(): boolean {
		const hasNumbers = this.#index(slotOf.bytes) !== -1 || this.#index(slotOf.duration) !== -1;
		return this.#hasStatusField && (hasNumbers || !this.#hasCommonNames);
	}

	/**
	 * Returns true for a message that an application logs while it handles a request, before there is a status. At the end of the
	 * request, it also knows the size or the duration.
	 */
	#isMessage(): boolean {
		const scanner = this.#scanner;
		if (this.#hasResult) {
			return false;
		}
		return !(
			scanner.isCut ||
			jsonFormats[this.#format]?.isWithoutStatus === true ||
			!(scanner.has(slotOf.level) || scanner.has(slotOf.msg) || scanner.has(slotOf.payload))
		);
	}

	#readStatus(): void {
		const {starts, ends, indexes} = this.#scanner;
		const index = indexes[slotOf.status] ?? -1;
		const status =
			index === -1 ? Number.NaN : wholeJsonNumber(this.#bytes, starts[index] ?? 0, ends[index] ?? 0);
		const isStatus = (status >= 100 && status <= 599) || status === jsonFormats[this.#format]?.noStatus;
		this.#status = isStatus ? status : Number.NaN;
	}

	#isByClient(): boolean {
		return this.#index(slotOf.userAgent) !== -1 || this.#hasClient();
	}

	#hasClient(): boolean {
		const hasValue = this.#index(slotOf.ip) !== -1 || this.#index(slotOf.forwardedFor) !== -1;
		return hasValue && (!this.#hasCommonNames || this.hasClient);
	}

	/** True if a client can be read, as `fill` does. */
	get hasClient(): boolean {
		const ip = this.#index(slotOf.ip);
		const index = ip === -1 ? this.#index(slotOf.forwardedFor) : ip;
		return index !== -1 && this.#setClient(index, scratch);
	}

	#setClient(index: number, record: EntryRecord): boolean {
		const {starts, ends, chosen} = this.#scanner;
		const name = this.#table.names[chosen[index] ?? 0] ?? '';
		return setClient(this.#bytes, starts[index] ?? 0, ends[index] ?? 0, record, name);
	}

	#fillTexts(bytes: Buffer, record: EntryRecord): void {
		const {starts, ends, indexes} = this.#scanner;
		if (this.#line === 'request') {
			const line = indexes[slotOf.requestLine] ?? -1;
			readRequestLine(bytes, starts[line] ?? 0, ends[line] ?? 0, record);
		}
		// The request line, such as nginx's $request, takes precedence over other fields.
		if (this.#hasMethod && !has(record, spanOf.method)) {
			const index = indexes[slotOf.method] ?? -1;
			setText(record, spanOf.method, bytes, starts[index] ?? 0, ends[index] ?? 0);
		}
		let url = has(record, spanOf.url) ? -1 : (indexes[slotOf.url] ?? -1);
		if (url !== -1 && indexes[slotOf.path] !== -1) {
			url = this.#urlIndex(bytes, url);
		}
		if (url !== -1) {
			setText(record, spanOf.url, bytes, starts[url] ?? 0, ends[url] ?? 0);
		}
		for (const [slot, span] of plainTexts) {
			const index = indexes[slot] ?? -1;
			if (index !== -1) {
				setText(record, span, bytes, starts[index] ?? 0, ends[index] ?? 0);
			}
		}
		if (this.#format === otherJson) {
			unquote(bytes, record, spanOf.referer);
			unquote(bytes, record, spanOf.userAgent);
		}
		const host = indexes[slotOf.host] ?? -1;
		if (host !== -1 && !this.#isMachine(bytes, host)) {
			setHost(bytes, starts[host] ?? 0, ends[host] ?? 0, record);
		}
		const ip = indexes[slotOf.ip] ?? -1;
		const list = indexes[slotOf.forwardedFor] ?? -1;
		if (ip !== -1) {
			if (!this.#setClient(ip, record)) {
				this.#miss(record, 'ip', ip);
			}
		} else if (list !== -1) {
			// No other field has the client.
			record.isClientListed = true;
			this.#setClient(list, record);
		}
	}

	/** Checks that a host is a single word under a name that loggers use for their machine, and proxies for a server. */
	#isMachine(bytes: Buffer, index: number): boolean {
		const {starts, ends, chosen} = this.#scanner;
		const entry = chosen[index] ?? 0;
		const isVague = this.#format === otherJson || !this.#table.meanings(this.#format).orders.has(entry);
		if (!isVague || !this.#anyHosts.has(entry)) {
			return false;
		}
		const start = starts[index] ?? 0;
		const end = ends[index] ?? 0;
		return (
			!holds(bytes, start, end, dot) &&
			!holds(bytes, start, end, colon) &&
			bytes.toString('latin1', start, end).toLowerCase() !== 'localhost'
		);
	}

	/** Chooses between a URL and a path. Returns the path's index if the path is the URL with its query: RoadRunner logs both. */
	#urlIndex(bytes: Buffer, url: number): number {
		const {starts, ends, indexes} = this.#scanner;
		const path = indexes[slotOf.path] ?? -1;
		const pathStart = starts[path] ?? 0;
		const length = (ends[url] ?? 0) - (starts[url] ?? 0);
		const isLonger =
			bytes[pathStart + length] === questionMark &&
			pathStart + length < (ends[path] ?? 0) &&
			bytes.compare(bytes, pathStart, pathStart + length, starts[url], ends[url]) === 0;
		return isLonger ? path : url;
	}

	/** Sets the URL to a path, with the query if it is separate. */
	#fillPath(bytes: Buffer, record: EntryRecord): void {
		const {starts, ends, indexes} = this.#scanner;
		let path = indexes[slotOf.path] ?? -1;
		path = path === -1 && this.#line === 'path' ? (indexes[slotOf.requestLine] ?? -1) : path;
		if (path !== -1) {
			const query = indexes[slotOf.query] ?? -1;
			const queryStart = query === -1 ? 0 : (starts[query] ?? 0);
			const queryEnd = query === -1 ? 0 : (ends[query] ?? 0);
			setUrl(bytes, starts[path] ?? 0, ends[path] ?? 0, queryStart, queryEnd, record, this.#arena);
		}
	}

	#fillNumbers(bytes: Buffer, record: EntryRecord): void {
		const {starts, ends, indexes} = this.#scanner;
		const status = indexes[slotOf.status] ?? -1;
		if (!Number.isNaN(this.#status)) {
			record.status = this.#status;
			record.spans[spanOf.status] = starts[status] ?? 0;
			record.spans[spanOf.status + 1] = ends[status] ?? 0;
		} else if (status !== -1) {
			this.#miss(record, 'status', status);
		}
		const size = indexes[slotOf.bytes] ?? -1;
		if (size !== -1) {
			const start = starts[size] ?? 0;
			const end = ends[size] ?? 0;
			const value = wholeJsonNumber(bytes, start, end);
			setNumber(record, 'bytes', value, start, end);
			if (Number.isNaN(value)) {
				this.#miss(record, 'bytes', size);
			}
		}
		this.#fillTime(bytes, record);
		this.#fillDuration(bytes, record);
	}

	#fillTime(bytes: Buffer, record: EntryRecord): void {
		const {starts, ends, indexes} = this.#scanner;
		const index = indexes[slotOf.time] ?? -1;
		const start = starts[index] ?? 0;
		const end = ends[index] ?? 0;
		if (index !== -1 && readTimeValue(bytes, start, end, record)) {
			return;
		}
		const date = indexes[slotOf.date] ?? -1;
		const dateStart = starts[date] ?? 0;
		const dateEnd = ends[date] ?? 0;
		if (date !== -1 && index !== -1 && bytes[start + 2] === colon) {
			const day = bytes.toString('latin1', dateStart, dateEnd);
			const clock = bytes.toString('latin1', start, end);
			const zone = jsonFormats[this.#format]?.isUtc === true ? 'Z' : '';
			const text = Buffer.from(`${day}T${clock}${zone}`, 'latin1');
			if (readTimeValue(text, 0, text.length, record)) {
				setTimeSpan(record, start, end);
				return;
			}
		}
		if (date !== -1 && readTimeValue(bytes, dateStart, dateEnd, record)) {
			return;
		}
		// API Gateway's requestTime is a time, not a duration.
		const other = slotOf.duration;
		const otherStart = starts[other] ?? 0;
		const otherEnd = ends[other] ?? 0;
		const isText = this.#scanner.has(other) && Number.isNaN(jsonNumber(bytes, otherStart, otherEnd));
		if (isText && readTimeValue(bytes, otherStart, otherEnd, record)) {
			return;
		}
		if (index !== -1) {
			this.#miss(record, 'time', index);
		}
	}

	#fillDuration(bytes: Buffer, record: EntryRecord): void {
		const {starts, ends, indexes, chosen} = this.#scanner;
		const index = indexes[slotOf.duration] ?? -1;
		if (index === -1) {
			return;
		}
		const start = starts[index] ?? 0;
		const end = ends[index] ?? 0;
		const entry = chosen[index] ?? 0;
		const unit = this.#table.meanings(this.#format).units.get(entry);
		const value = jsonDuration(bytes, start, end, unit);
		// Caddy can be configured to log nanoseconds as integers.
		const isOther =
			value >= maxInSeconds && unit === 's' && this.#format === caddy && Number.isInteger(value / 1000);
		if (!isOther && !Number.isNaN(value)) {
			setNumber(record, 'durationMs', value, start, end);
			return;
		}
		const isNumber = !Number.isNaN(jsonNumber(bytes, start, end));
		if (record.isExplained && (isNumber || !readTimeValue(bytes, start, end, scratch))) {
			const hint = `--format 'json: duration_ms=${this.#table.names[entry] ?? ''}' says that it is in milliseconds`;
			this.#miss(record, 'durationMs', index, isNumber ? `has no unit: ${hint}` : undefined);
		}
	}

	/** Notes that the value of a field can't be read. */
	#miss(record: EntryRecord, field: UnreadableField, index: number, reason?: string): void {
		const {starts, ends} = this.#scanner;
		noteUnreadable(record, field, this.#bytes, starts[index] ?? 0, ends[index] ?? 0, reason);
	}
}

/** Removes escaped quotes around a value. Logstash keeps them when it parses combined lines. */
function unquote(bytes: Buffer, {spans}: EntryRecord, span: number): void {
	const start = spans[span] ?? 0;
	const end = spans[span + 1] ?? 0;
	const isQuoted =
		end - start >= 4 &&
		bytes[start] === backslash &&
		bytes[start + 1] === quote &&
		bytes[end - 2] === backslash &&
		bytes[end - 1] === quote;
	if (isQuoted) {
		spans[span] = start + 2;
		spans[span + 1] = end - 2;
	}
}

function has({spans}: EntryRecord, span: number): boolean {
	return spans[span] !== spans[span + 1];
}

/** Checks that the line has a logger of Caddy that isn't for requests. Uses a loop, because `compare` takes 0.05 µs. */
function isOtherLogger(scanner: KnownValues, bytes: Buffer): boolean {
	const start = scanner.starts[slotOf.logger] ?? 0;
	let same = 0;
	while (same < accessLogger.length && accessLogger[same] === bytes[start + same]) {
		same++;
	}
	return scanner.has(slotOf.logger) && same < accessLogger.length;
}

/**
 * Copies the line `bytes[start, end)` to the arena, and decodes unnecessary escapes of ASCII characters: PHP writes a slash as
 * `\/`, even in a protocol and in a date. The meaning stays the same. Returns the start; the end is `arena.used`.
 */
function plainerLine(bytes: Buffer, start: number, end: number, arena: Arena): number {
	const text = bytes
		.toString('latin1', start, end)
		.replace(/\\(?:u([\dA-Fa-f]{4})|.)/gs, (written, hex?: string) => {
			const character = hex === undefined ? written.slice(1) : String.fromCharCode(Number.parseInt(hex, 16));
			const isPlain = hex === undefined ? character === '/' : /^[ !#-[\]-~]$/.test(character);
			return isPlain ? character : written;
		});
	return arena.appendText(text);
}
