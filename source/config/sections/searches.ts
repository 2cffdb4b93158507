import type {Node} from 'jsonc-parser';
import {calendarIn} from '../../format/calendar.js';
import {parseQuery} from '../../query/parsing/parse-query.js';
import {QueryError} from '../../query/query-error.js';
import type {Section} from '../../user-files/section.js';

/** Parses the section `searches`: searches with names. */
export function readSearches(node: Node, section: Section): ReadonlyMap<string, string> {
	const searches = new Map<string, string>();
	for (const {name, nameNode, value} of section.entries(node, 'searches', '{"slow": "duration:>1s"}')) {
		if (name.trim() === '') {
			section.mistake(nameNode, 'a search has no name: write one, such as "slow"');
			continue;
		}
		const text = section.text(value, `the search ${name}`, '"duration:>1s"')?.trim();
		if (text === undefined) {
			continue;
		}
		section.noteOffset(`searches.${name}`, value);
		const query = section.attempt(
			value,
			() => parseQuery(text, calendarIn('local', Date.now())),
			error =>
				error instanceof QueryError
					? `the search ${name}${positionIn(text, error)}: ${error.message}`
					: undefined,
		);
		if (query !== undefined) {
			searches.set(name, text);
		}
	}
	return searches;
}

/** Describes the invalid part of a search; empty if it is the whole search. */
export function positionIn(text: string, {start, end}: QueryError): string {
	const part = text.slice(start, end).trim();
	return part === '' || part === text ? '' : `, at ${part}`;
}
