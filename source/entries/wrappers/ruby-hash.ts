import {Arena} from '../arena.js';
import type {Wrapper} from './wrapper.js';

/**
 * The parts of a hash that JSON writes in another way: a string, an arrow, `nil`. A quote alone is one that no other ends. What follows
 * the last quote of a string is an arrow, a comma, or closing brackets before the end or the next key.
 */
const part = /"((?:\\.|[^\\])*?)"(?==>|, |[}\]]*$|[}\]]+, (?:[^"]|"[^"]*"=>))|=>|nil|"/gs;

/** Matches a string with a quote that isn't escaped. */
const hasRawQuote = /^(?:\\.|[^\\"])*"/s;

/**
 * Turns a hash of Ruby into JSON: Fluent Bit prints its records so. Fluent Bit doesn't escape quotes in strings, so a quote ends a
 * string only if the next key or the end of the record follows.
 */
export const rubyHash: Wrapper = {
	name: 'ruby_hash',
	title: 'a record of Fluent Bit, or another hash of Ruby on one line',
	source: 'https://docs.fluentbit.io/manual/data-pipeline/outputs/standard-output',
	example:
		'{"log"=>"203.0.113.7 - - [20/Nov/2026:09:03:07 +0000] "GET /en/ HTTP/1.1" 200 4523 "-" "curl/8.5.0""}',
	open() {
		const arena = new Arena();
		return inner => {
			const hash = inner.text().replace(/[\] ]*$/, '');
			if (!/^\{".*\}$/s.test(hash)) {
				return false;
			}
			const found = new Set<string>();
			const json = hash.replace(part, (text, content?: string) => {
				found.add(text);
				if (content !== undefined) {
					return hasRawQuote.test(content) ? `"${content.replace(/["\\]/g, '\\$&')}"` : text;
				}
				return text === '=>' ? ':' : 'null';
			});
			const isHash = found.has('=>') && !found.has('"');
			if (isHash) {
				inner.setText(json, arena);
			}
			return isHash;
		};
	},
};
