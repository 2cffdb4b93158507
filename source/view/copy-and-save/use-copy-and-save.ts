import {useRef} from 'react';
import type {Clock} from '../../clock.js';
import {hintsText} from '../../keys/footer-hints.js';
import {keysOf} from '../../keys/key-bindings.js';
import type {Entry} from '../../store/store.js';
import type {ListingController} from '../listing/listing-controller.js';
import type {PanelCopy} from '../panel/open-panel.js';
import type {Writer} from '../prompt/writer.js';
import {type CopierOptions, copier, copyHints} from './copier.js';
import {fileName, type Saving, type SavingOptions, useSaving} from './use-saving.js';

/** Source and target of copies and files. */
type HandOffOptions = CopierOptions &
	Omit<SavingOptions, 'name' | 'orderNow'> & {
		readonly listing: Pick<ListingController, 'order'>;
		/** Returns the time zone for file names, in minutes east of UTC. */
		readonly zoneAt: (time: number) => number;
		readonly clock: Clock;
	};

/** Copies and saves requests. */
export type HandOff = {
	copy(): void;
	copyCurl(): void;
	/** Copies the command for the current screen. */
	copyScreen(): void;
	/** Copies text that is safe to paste. */
	copyText(what: string, text: string, remarks?: readonly string[]): void;
	/** Shows the parts that can be copied. The next key selects one. */
	chooseCopy(): void;
	/** Runs a command on the selection of a panel. */
	copyIn(command: 'copy' | 'copyCurl' | 'chooseCopy', selected: PanelCopy | null): void;
	/** Receives the key that selects the part to copy. */
	readonly choosing: Writer;
	readonly saving: Saving;
};

const question = `copy: ${hintsText(copyHints)}`;

/** Runs copy and save commands. */
export function useHandOff(options: HandOffOptions): HandOff {
	// A ref, because several keys may arrive before React renders.
	const isChoosing = useRef(false);
	const chosenOf = useRef<Entry | undefined>(undefined);
	const copying = copier(options);
	const {clock, zoneAt, listing, isTypingElse} = options;
	const saving = useSaving({
		...options,
		name: () => fileName(clock.now(), zoneAt),
		orderNow: () => listing.order,
		isTypingElse: () => isChoosing.current || isTypingElse(),
	});
	const choose = (of?: Entry): void => {
		isChoosing.current = true;
		chosenOf.current = of;
		options.showHint(question);
	};
	return {
		saving,
		copy: () => copying.row(),
		copyCurl: () => copying.curl(),
		copyScreen: copying.screen,
		copyText: copying.text,
		chooseCopy: () => choose(),
		copyIn(command, selected) {
			if (selected && 'entry' in selected) {
				const {entry} = selected;
				const does = {copy: copying.row, copyCurl: copying.curl, chooseCopy: choose};
				does[command](entry);
			} else if (selected && 'problem' in selected) {
				options.showHint(`Nothing is copied: ${selected.problem}`);
			} else if (selected && command === 'copy') {
				copying.text(selected.what, selected.text, selected.remarks);
			} else {
				options.showHint(command === 'copy' ? 'Nothing to copy is selected' : 'No request is selected');
			}
		},
		choosing: {
			isOpen: () => isChoosing.current,
			type(typed) {
				isChoosing.current = false;
				const key = typed.type === 'text' ? typed.text : typed.key;
				if (!copying.chosen(key, chosenOf.current)) {
					options.showHint(
						key === 'escape'
							? ''
							: `Nothing is copied: ${keysOf('chooseCopy') ?? ''}, then one of ${copyHints.map(hint => hint.key).join(' ')}`,
					);
				}
			},
		},
	};
}
