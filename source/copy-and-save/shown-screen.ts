import type {ChosenColumn} from '../format/chosen-columns.js';
import type {Query} from '../query/query.js';
import type {Redaction} from '../redaction/redaction.js';

/** What the screen is made of at a time. */
type ScreenMakeUp = Pick<ShownScreen, 'columns' | 'rows'> & {
	readonly query: Query;
	readonly redaction: Pick<Redaction, 'isOn' | 'shownQuery'>;
};

/** The same as it may be shown to somebody else. */
export function shownScreen({query, redaction, columns, rows}: ScreenMakeUp): ShownScreen {
	const {text} = redaction.shownQuery(query);
	return {query: text, isQueryHidden: text !== query.text, columns, rows, redact: redaction.isOn()};
}

/** What the user has made of the screen since the program was started. */
export type ShownScreen = {
	/** As it is shown: without what is secret, where that is hidden. */
	readonly query: string;
	/** Whether something of the search is hidden in it. */
	readonly isQueryHidden: boolean;
	readonly columns: readonly ChosenColumn[];
	readonly rows: number | 'fit';
	/** Whether what looks secret is hidden. */
	readonly redact: boolean;
};

/** A command line that shows the same, with what it can't do, for reading; or why there is none. */
export type ScreenCommand =
	| {readonly command: string; readonly remarks: readonly string[]}
	| {readonly problem: string};

/** Makes the command line that starts the program with what is on the screen. Never rejects. */
export type Reproduce = (shown: ShownScreen) => Promise<ScreenCommand>;
