import {colon, quote, tab} from '../../ascii.js';
import {keyEnd} from './logfmt-scanner.js';
import type {NameTable} from './name-table.js';
import {ValueScanner} from './value-scanner.js';

/**
 * Finds the values of known names in a line of LTSV: tab-separated `label:value`. LTSV calls the client `host`, and the host
 * `vhost`. Source: http://ltsv.org
 */
export class LtsvScanner extends ValueScanner {
	/** Numbers of two names: `host`, and the name for a client that may be a host name. */
	readonly #host: number;
	readonly #client: number;

	constructor(table: NameTable) {
		super(table);
		this.#host = table.entry('host');
		this.#client = table.entry('remote_host');
	}

	override scan(bytes: Buffer, start: number, end: number): boolean {
		this.clear();
		let at = start;
		do {
			const labelStart = at;
			at = keyEnd(bytes, labelStart, end);
			if (at === labelStart || at >= end || bytes[at] !== colon) {
				return this.fail(at, 'a label and a colon');
			}
			const name = this.entry(bytes, labelStart, at);
			const entry = name === this.#host ? this.#client : name;
			const valueStart = at + 1;
			at = valueStart;
			while (at < end && bytes[at] !== tab) {
				at++;
			}
			if (at === end && labelStart === start) {
				return this.fail(at, 'a tab');
			}
			if (entry !== 0) {
				const isQuoted = at > valueStart + 1 && bytes[valueStart] === quote && bytes[at - 1] === quote;
				const inside = isQuoted ? 1 : 0;
				this.values.choose(entry, bytes, valueStart + inside, at - inside, true, false);
			}
			at++;
		} while (at < end);
		return true;
	}
}
