import type {Rule} from '../alerts/rule.js';
import type {ChosenColumn} from '../format/chosen-columns.js';
import type {Order} from '../query/order.js';
import {everything, type Query} from '../query/query.js';
import type {Redaction} from '../redaction/redaction.js';

/** The state of the screen. */
type ScreenMakeUp = Pick<ShownScreen, 'columns' | 'rows' | 'order' | 'rules'> & {
	readonly query: Query;
	/** The excluded requests; null if no requests are excluded. */
	readonly exclude: {readonly query: Query | null; readonly isOn: boolean};
	readonly redaction: Pick<Redaction, 'isOn' | 'shownQuery'>;
};

/** Returns the state of the screen as it may be shown to other people. */
export function shownScreen({query, exclude, redaction, ...others}: ScreenMakeUp): ShownScreen {
	const excluded = exclude.isOn && exclude.query !== null ? exclude.query : everything;
	const [{text}, {text: without}] = [redaction.shownQuery(query), redaction.shownQuery(excluded)];
	return {
		...others,
		query: text,
		exclude: without,
		isQueryHidden: text !== query.text || without !== excluded.text,
		redact: redaction.isOn(),
	};
}

/** The settings of the screen, as the user has changed them since the start. */
export type ShownScreen = {
	/** The search as shown, with secrets redacted if the redaction is on. */
	readonly query: string;
	/** The excluded requests, as shown; empty if no requests are excluded. */
	readonly exclude: string;
	/** True if something is redacted in `query` or `exclude`. */
	readonly isQueryHidden: boolean;
	readonly columns: readonly ChosenColumn[];
	readonly rows: number | 'fit';
	readonly order: Order;
	/** The watched rules, not redacted. */
	readonly rules: ReadonlyArray<Pick<Rule, 'name' | 'text'>>;
	/** True if secrets are redacted. */
	readonly redact: boolean;
};

/** A command line for the same screen, with remarks about the parts it can't reproduce; or the reason why there is no command. */
export type ScreenCommand =
	| {readonly command: string; readonly remarks: readonly string[]}
	| {readonly problem: string};

/** Creates the command line that starts the program with the current screen. Never rejects. */
export type Reproduce = (shown: ShownScreen) => Promise<ScreenCommand>;
