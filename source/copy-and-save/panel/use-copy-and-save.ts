import {useRef} from 'react';
import type {Clock} from '../../clock.js';
import {hintsText} from '../../keys/footer-hints.js';
import {keysOf} from '../../keys/key-bindings.js';
import type {Entry} from '../../store/store.js';
import type {PanelCopy} from '../../view/panel/open-panel.js';
import type {Writer} from '../../view/prompt/writer.js';
import {type CopierOptions, copier, copyHints} from './copier.js';
import {fileName, type Saving, type SavingOptions, useSaving} from './use-saving.js';

/** What requests are taken from, and where to. */
type HandOffOptions = CopierOptions &
	Omit<SavingOptions, 'name'> & {
		/** Minutes east of UTC at a time, by which files are named. */
		readonly zoneAt: (time: number) => number;
		readonly clock: Clock;
	};

/** What takes requests out of the program. */
export type HandOff = {
	copy(): void;
	copyCurl(): void;
	/** Copies what is on the screen as a command. */
	copyScreen(): void;
	/** Asks what to copy: the next key says it. */
	chooseCopy(): void;
	/** The same of what is selected in a panel. */
	copyIn(command: 'copy' | 'copyCurl' | 'chooseCopy', selected: PanelCopy | null): void;
	/** The next key says what to copy. */
	readonly choosing: Writer;
	readonly saving: Saving;
};

const question = `copy: ${hintsText(copyHints)}`;

/** Carries out what is copied and saved. */
export function useHandOff(options: HandOffOptions): HandOff {
	// Several keys may come at once, before React has drawn what the first one did.
	const isChoosing = useRef(false);
	const chosenOf = useRef<Entry | undefined>(undefined);
	const copying = copier(options);
	const {clock, zoneAt, isTypingElse} = options;
	const saving = useSaving({
		...options,
		name: () => fileName(clock.now(), zoneAt),
		isTypingElse: () => isChoosing.current || isTypingElse(),
	});
	const choose = (of?: Entry): void => {
		isChoosing.current = true;
		chosenOf.current = of;
		options.tell(question);
	};

	return {
		saving,
		copy: () => copying.row(),
		copyCurl: () => copying.curl(),
		copyScreen: copying.screen,
		chooseCopy: () => choose(),
		copyIn(command, selected) {
			if (selected && 'entry' in selected) {
				const {entry} = selected;
				const does = {copy: copying.row, copyCurl: copying.curl, chooseCopy: choose};
				does[command](entry);
			} else if (selected && command === 'copy') {
				copying.text(selected.what, selected.text);
			} else {
				options.tell(command === 'copy' ? 'Nothing to copy is selected' : 'No request is selected');
			}
		},
		choosing: {
			isOpen: () => isChoosing.current,
			type(typed) {
				isChoosing.current = false;
				const key = typed.type === 'text' ? typed.text : typed.key;
				if (!copying.chosen(key, chosenOf.current)) {
					options.tell(
						key === 'escape'
							? ''
							: `Nothing is copied: ${keysOf('chooseCopy') ?? ''}, then one of ${copyHints.map(hint => hint.key).join(' ')}`,
					);
				}
			},
		},
	};
}
