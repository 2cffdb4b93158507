import {terminalWidth} from '../../format/fit-width.js';
import {type Command, plainCommand} from '../../keys/command.js';
import {commandAt} from '../../keys/key-bindings.js';
import type {Writer} from '../prompt/writer.js';
import {externalStore} from '../state/external-store.js';
import type {
	GivenTools,
	OpenedFrom,
	OpenPanel,
	PanelCopy,
	PanelOpener,
	PanelScene,
	PanelView,
} from './open-panel.js';

/** The panels that there are, by the command that opens and closes each. */
export type Panels = Readonly<Partial<Record<Command, PanelOpener>>>;

/** What lies over the listing: an external store for React. Several keys may come before React draws the first. */
export type PanelHost = {
	/** Grows whenever something has changed. */
	getVersion(): number;
	/** Calls the listener after every change. Returns the function that ends it. */
	subscribe(listener: () => void): () => void;
	/** Null when nothing is open. */
	draw(scene: PanelScene): PanelView | null;
	/** To be called with the scene that has been drawn. */
	follow(scene: PanelScene): void;
	isOpen(): boolean;
	/** The command that has opened the topmost panel; null when nothing is open. */
	opened(): Command | null;
	/**
	 * Opens a panel, in place of another one, the help over it; or closes it if it is the topmost. False when the
	 * command is no panel's.
	 * @param from - where that is, when nothing is open
	 */
	toggle(command: Command, from?: OpenedFrom): boolean;
	/** The line that is being written in the open panel. */
	readonly writer: Writer;
	/** Whether the open panel can't do yet what a command asks for: it is still waiting for what it is to list. */
	waits(command: Command): boolean;
	/** Hands a command to the open panel. False when it means nothing there. */
	take(command: Command): boolean;
	/** Hands a click on the screen to the open panel, or the command of the key that stands there in its title. */
	click(at: {readonly x: number; readonly y: number}, carryOut: (command: Command) => void): void;
	/** What is selected in the open panel, to be copied; null where there is nothing. */
	copied(): PanelCopy | null;
	/** Closes the topmost panel: under the help there may be another one. */
	close(): void;
	closeAll(): void;
};

/** Opens, hands commands to, and closes one panel at a time. */
export function panelHost(panels: Panels, tools: GivenTools): PanelHost {
	let name: Command | null = null;
	let open: OpenPanel | null = null;
	/** What the help lies over. */
	let below: {readonly name: Command | null; readonly open: OpenPanel} | null = null;
	let scene: PanelScene | null = null;
	let drawn: PanelView | null = null;
	const version = externalStore(0, n => n + 1);
	const changed = (): void => version.dispatch(undefined);

	const show = (next: Command | null, from: OpenedFrom = 'listing'): void => {
		const openedFrom = name ?? from;
		if (next === 'help' && open) {
			below = {name, open};
		} else {
			open?.close?.();
			below?.open.close?.();
			below = null;
		}

		open = null;
		name = next;
		const opener = next === null ? undefined : panels[next];
		if (opener) {
			// What closed itself may have something to say still: of its own, no longer of what is on the screen.
			const isShown = (): boolean => opened === open;
			const opened: OpenPanel = opener({
				...tools,
				openedFrom,
				changed: () => isShown() && changed(),
				close: () => isShown() && show(null),
			});
			open = opened;
		}

		changed();
	};

	const close = (): void => {
		if (!below) {
			show(null);
			return;
		}

		open?.close?.();
		({name, open} = below);
		below = null;
		changed();
	};

	return {
		getVersion: version.getState,
		subscribe: version.subscribe,
		draw(of) {
			drawn = open?.draw(of) ?? null;
			return drawn;
		},
		follow(of) {
			scene = of;
			open?.follow?.(of);
		},
		isOpen: () => open !== null,
		opened: () => (open === null ? null : name),
		toggle(command, from) {
			if (!panels[command]) {
				return false;
			}

			if (name === command) {
				close();
			} else {
				show(command, from);
			}

			return true;
		},
		writer: {
			isOpen: () => open?.isTyping?.() ?? false,
			type(typed) {
				if (scene) {
					open?.type?.(typed, scene);
					changed();
				}
			},
		},
		waits: command => open?.waits?.(plainCommand(command)) ?? false,
		take(command) {
			const other = plainCommand(command);
			const takes = (one: Command): boolean => scene !== null && open?.take(one, scene) === true;
			const isTaken = takes(command) || (other !== command && takes(other));
			if (isTaken) {
				changed();
			}

			return isTaken;
		},
		click({x, y}, carryOut) {
			if (y > 0 && scene && open?.click) {
				open.click({line: y - 1, x}, scene);
				changed();
			} else if (y === 0 && scene && drawn) {
				const start = terminalWidth(drawn.title) + scene.width - scene.titleWidth;
				const command = x < start ? null : commandAt(drawn.hints, x - start);
				if (command) {
					carryOut(command);
				}
			}
		},
		copied: () => (scene && open?.copied?.(scene)) ?? null,
		close() {
			if (open) {
				close();
			}
		},
		closeAll() {
			if (open) {
				show(null);
			}
		},
	};
}
