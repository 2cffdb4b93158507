import type {ChosenColumn} from '../format/chosen-columns.js';
import type {Order} from '../query/order.js';
import type {Query} from '../query/query.js';
import type {Redaction} from '../redaction/redaction.js';

/** The state of the screen. */
type ScreenMakeUp = Pick<ShownScreen, 'columns' | 'rows' | 'order'> & {
	readonly query: Query;
	readonly redaction: Pick<Redaction, 'isOn' | 'shownQuery'>;
};

/** Returns the state of the screen as it may be shown to other people. */
export function shownScreen({query, redaction, ...others}: ScreenMakeUp): ShownScreen {
	const {text} = redaction.shownQuery(query);
	return {...others, query: text, isQueryHidden: text !== query.text, redact: redaction.isOn()};
}

/** The settings of the screen, as the user has changed them since the start. */
export type ShownScreen = {
	/** The search as shown, with secrets redacted if the redaction is on. */
	readonly query: string;
	/** True if something is redacted in `query`. */
	readonly isQueryHidden: boolean;
	readonly columns: readonly ChosenColumn[];
	readonly rows: number | 'fit';
	readonly order: Order;
	/** True if secrets are redacted. */
	readonly redact: boolean;
};

/** A command line for the same screen, with remarks about the parts it can't reproduce; or the reason why there is no command. */
export type ScreenCommand =
	| {readonly command: string; readonly remarks: readonly string[]}
	| {readonly problem: string};

/** Creates the command line that starts the program with the current screen. Never rejects. */
export type Reproduce = (shown: ShownScreen) => Promise<ScreenCommand>;
