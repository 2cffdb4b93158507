import type {Clipboard} from '../../copy-and-save/clipboard.js';
import {copies, rowText} from '../../copy-and-save/copies.js';
import {curlCommand} from '../../copy-and-save/curl-command.js';
import type {ScreenCommand} from '../../copy-and-save/shown-screen.js';
import {decodeUtf8} from '../../entries/values/decode-text.js';
import {errorMessage} from '../../error-message.js';
import {cellText} from '../../format/cells.js';
import {headerOf} from '../../format/columns.js';
import {visibleText} from '../../format/sanitise.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import type {Entry, Store} from '../../store/store.js';
import type {ListingController} from '../listing/listing-controller.js';
import {selectedLine} from '../listing/listing-state.js';

/** Copies requests and parts of them. */
type Copier = {
	/** Copies the selected cell, or the whole row if no cell is selected; or the row of the given request. */
	row(of?: Entry): void;
	curl(of?: Entry): void;
	/** Copies the command for the current screen. */
	screen(): void;
	/** Runs the action of a key of `copyHints`. Returns false for any other key. */
	chosen(key: string, of?: Entry): boolean;
	/** Copies text that is safe to paste. */
	text(what: string, text: string, remarks?: readonly string[]): void;
};

/** Source and target of copies. */
export type CopierOptions = {
	readonly listing: ListingController;
	readonly store: Pick<Store, 'raw' | 'shownField'>;
	readonly clipboard: Clipboard;
	readonly formatTime: TimeFormatter;
	/** Creates the command for the current screen. */
	readonly reproduce: () => Promise<ScreenCommand>;
	/** Shows a message about the copy, or about its failure. */
	readonly showHint: (text: string) => void;
};

/** The keys of all parts that can be copied. */
export const copyHints: readonly {readonly key: string; readonly text: string}[] = [
	...copies.map(({key, name, short}) => ({key, text: short ?? name})),
	{key: 'l', text: 'line'},
	{key: 'c', text: 'curl'},
	{key: 's', text: 'screen'},
];

/** Copies from the selected request. Without a selection, it selects the first request. */
export function copier({listing, store, clipboard, formatTime, reproduce, showHint}: CopierOptions): Copier {
	const withEntry = (use: (entry: Entry) => void, of?: Entry): void => {
		if (of) {
			use(of);
			return;
		}
		listing.afterMoves(() => {
			const before = listing.getState();
			if (before.rows.length === 0) {
				showHint('There is no request to copy');
				return;
			}
			if (before.selected === null) {
				listing.move('rowDown');
			}
			const {rows, ...state} = listing.getState();
			const entry = rows[Math.max(0, selectedLine({rows, ...state}))]?.entry;
			if (entry) {
				use(entry);
			}
		});
	};
	const put = async (what: string, text: string, remarks: readonly string[] = []): Promise<void> => {
		const {ways} = await clipboard.copy(text);
		if (ways.length === 0) {
			showHint(
				`The ${what} wasn’t copied: it is longer than terminals take, and no program for it was found`,
			);
			return;
		}
		// Assumptions are first: a panel has one line, and its end may be cut.
		const by = `by ${ways.join(' and ')}`;
		showHint(
			remarks.length === 0 ? `Copied the ${what} ${by}` : [`Copied the ${what}`, ...remarks, by].join('; '),
		);
	};
	const curl = (of?: Entry): void =>
		withEntry(entry => {
			const made = curlCommand(entry);
			if ('problem' in made) {
				showHint(`There is no curl command: ${made.problem}`);
			} else {
				void put('curl command', made.command, made.remarks);
			}
		}, of);

	const screen = async (): Promise<void> => {
		const made = await reproduce();
		if ('problem' in made) {
			showHint(`There is no command for this screen: ${made.problem}`);
		} else {
			await put('command for this screen', made.command, made.remarks);
		}
	};
	const line = async (entry: Entry): Promise<void> => {
		showHint('Reading the line …');
		try {
			const [logged] = await store.raw([entry]);
			if (logged) {
				await put('line', visibleText(decodeUtf8(Buffer.from(logged))));
			} else {
				showHint('The line wasn’t copied: it can no longer be read');
			}
		} catch (error) {
			showHint(`The line wasn’t copied: ${errorMessage(error)}`);
		}
	};
	return {
		text: (what, text, remarks) => void put(what, text, remarks),
		row: of =>
			withEntry(entry => {
				const cell = of ? null : listing.getState().cell;
				void (cell === null
					? put('row', rowText(entry, formatTime))
					: put(`cell ${headerOf(cell, store.shownField)}`, visibleText(cellText(cell, entry, formatTime))));
			}, of),
		curl,
		screen: () => void screen(),
		chosen(key, of) {
			const copy = copies.find(one => one.key === key);
			if (key === 's') {
				void screen();
			} else if (key === 'c') {
				curl(of);
			} else if (key === 'l') {
				withEntry(entry => void line(entry), of);
			} else if (copy) {
				withEntry(entry => {
					const text = copy.text(entry, formatTime);
					if (text === null) {
						showHint(`This request has no ${copy.name}`);
					} else {
						void put(copy.name, text);
					}
				}, of);
			} else {
				return false;
			}
			return true;
		},
	};
}
