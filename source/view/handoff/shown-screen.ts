import type {Query} from '../../query/query.js';
import type {Redaction} from '../../redaction/redaction.js';
import type {ShownScreen} from './reproduce.js';

/** What the screen is made of at a time. */
export type ScreenMakeUp = Pick<ShownScreen, 'columns' | 'rows'> & {
	readonly query: Query;
	readonly redaction: Pick<Redaction, 'isOn' | 'shownQuery'>;
};

/** The same as it may be shown to somebody else. */
export function shownScreen({query, redaction, columns, rows}: ScreenMakeUp): ShownScreen {
	const {text} = redaction.shownQuery(query);
	return {query: text, isQueryHidden: text !== query.text, columns, rows, redact: redaction.isOn()};
}
