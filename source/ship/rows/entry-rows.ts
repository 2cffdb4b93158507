import {type EntryRecord, noStatus, type TextField} from '../../entries/entry-record.js';
import type {TextColumn, ValueColumn} from './column-writers.js';
import {FoundText} from './found-text.js';
import type {RowTarget} from './row-target.js';
import type {RowPlace} from './row-writer.js';
import {viewed} from './viewed-bytes.js';

/**
 * Writes the rows of whatever a scanner found, one by one. Texts are copied, and looked up, as the bytes that they are
 * wherever that is what they mean: to make strings of them took more time than all the rest.
 */
export class EntryRows {
	readonly #text = new FoundText();

	/** Adds what was found in `bytes`, which may be used again once it returns, as may the line. */
	add(bytes: Buffer, record: EntryRecord, place: RowPlace, target: RowTarget): void {
		const text = this.#text;
		const {values, texts} = target;
		text.begin(bytes, record.spans, place);
		values.time.values.int64(place.time);
		values.offset.values.int64(place.offset);
		values.token.values.hex13(target.key.number(place.offset));
		values.timed.values.byte(place.isTimeless ? 0 : 1);
		if (values.zone.isThere(!place.isTimeless)) {
			values.zone.values.int16(record.zone);
		}
		const status = record.status === noStatus ? null : record.status;
		if (values.status.isThere(status !== null) && status !== null) {
			values.status.values.uint16(status);
		}
		this.#addClient(target);
		this.#addUrl(status, target);
		// A size that a number can't hold exactly isn't rounded in silence.
		if (values.bytes.isThere(record.bytes <= Number.MAX_SAFE_INTEGER)) {
			values.bytes.values.int64(record.bytes);
		}
		if (values.duration_ms.isThere(!Number.isNaN(record.durationMs))) {
			values.duration_ms.values.float64(record.durationMs);
		}
		this.#addValue(values.referer, 'referer');
		this.#addAgent(target);
		this.#addText(texts.method, 'method');
		this.#addText(texts.protocol, 'protocol');
		this.#addText(texts.user, 'user');
		this.#addText(texts.host, 'host');
		this.#addValue(values.forwarded_for, 'forwardedFor');
		this.#addText(texts.upstream, 'upstream');
		values.incomplete.values.byte(record.incomplete ? 1 : 0);
		texts.format.known(target.formatNumber(place.format));
		const {line, lineStart, lineEnd} = place;
		const lineBytes = bytes === line ? text.source : viewed(line);
		if (text.isPlain) {
			values.line.values.ascii(lineBytes, lineStart, lineEnd);
		} else {
			values.line.values.string(lineBytes, lineStart, lineEnd);
		}
	}

	/** Lets go of the bytes. */
	release(): void {
		this.#text.release();
	}

	#addClient({values: {ip, address}, known}: RowTarget): void {
		const text = this.#text;
		if (!ip.isThere(text.find('ip'))) {
			address.isThere(false);
			return;
		}
		this.#writeFound(ip);
		const number = known.address(text.bytes, text.start, text.end);
		if (address.isThere(number !== -1)) {
			address.values.words(known.addressWords, number * 4);
		}
	}

	/** The URL, its shape, and what is odd about it. */
	#addUrl(status: number | null, {values: {url}, texts: {route, oddity}, known}: RowTarget): void {
		const text = this.#text;
		if (!url.isThere(text.find('url'))) {
			route.none();
			oddity.none();
			return;
		}
		this.#writeFound(url);
		const {number, expected} = known.route(text.bytes, text.start, text.end);
		route.known(number);
		if (expected === 0) {
			oddity.none();
			return;
		}
		// Most shapes have no parameters, and a string isn't made for nothing.
		oddity.known(
			known.hasQuery && known.hasParameters(expected)
				? known.oddRequest(expected, status, text.bytes.bytes.toString('utf8', text.start, text.end))
				: known.oddStatus(expected, status),
		);
	}

	#addAgent({values: {bot}, texts: {agent}, known}: RowTarget): void {
		const text = this.#text;
		const hasAgent = text.find('userAgent');
		const number = hasAgent ? agent.write(text.bytes, text.start, text.end) : -1;
		if (!hasAgent) {
			agent.none();
		}
		if (bot.isThere(hasAgent)) {
			bot.values.byte(known.isBot(number) ? 1 : 0);
		}
	}

	#addValue(column: ValueColumn, field: TextField): void {
		if (column.isThere(this.#text.find(field))) {
			this.#writeFound(column);
		}
	}

	#addText(column: TextColumn, field: TextField): void {
		const text = this.#text;
		if (text.find(field)) {
			column.write(text.bytes, text.start, text.end);
		} else {
			column.none();
		}
	}

	/** Writes the text that was found last. */
	#writeFound({values: to}: ValueColumn): void {
		const text = this.#text;
		if (text.isPlain) {
			to.ascii(text.bytes, text.start, text.end);
		} else {
			to.string(text.bytes, text.start, text.end);
		}
	}
}
