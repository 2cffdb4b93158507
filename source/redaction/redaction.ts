import type {Query} from '../query/query.js';
import {redactedMark} from '../query/redacted-mark.js';
import type {Entry} from '../store/store.js';
import {actualEntry, redactedEntry} from './redact-entry.js';
import {redactText} from './redact-text.js';

/** Whether what is secret is hidden, and all that is shown goes through. */
export type Redaction = {
	isOn(): boolean;
	toggle(): void;
	/** The entry as it is to be shown now, whatever it was shown as before. */
	shown(entry: Entry): Entry;
	/** What is searched for, as it is to be shown: the same query, and the same object for the same one. */
	shownQuery(query: Query): Query;
	/** A text that has a search in it, as it is to be shown. */
	shownText(text: string): string;
};

/** What stands in a search for a user is a name. */
const userTerm = /((?:^|[\s(!-])user:)[^\s)]+/gi;

/** @param isOn - whether it hides anything to begin with */
export const makeRedaction = (isOn: boolean): Redaction => {
	let isHiding = isOn;
	const shownText = (text: string): string =>
		isHiding ? redactText(text).replaceAll(userTerm, `$1${redactedMark}`) : text;
	const queries = new WeakMap<Query, Query>();
	return {
		isOn: () => isHiding,
		toggle() {
			isHiding = !isHiding;
		},
		shown: entry => (isHiding ? redactedEntry(entry) : actualEntry(entry)),
		shownQuery(query) {
			if (!isHiding) {
				return query;
			}
			const text = shownText(query.text);
			const shown = queries.get(query) ?? (text === query.text ? query : {...query, text});
			queries.set(query, shown);
			return shown;
		},
		shownText,
	};
};
