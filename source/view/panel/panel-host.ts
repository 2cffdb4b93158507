import {terminalWidth} from '../../format/fit-width.js';
import {type Command, plainCommand} from '../../keys/command.js';
import {commandAt} from '../../keys/key-bindings.js';
import {hasKey} from '../../keys/why-not.js';
import type {Writer} from '../prompt/writer.js';
import {externalStore} from '../state/external-store.js';
import type {
	GivenTools,
	OpenedFrom,
	OpenPanel,
	Panel,
	PanelCopy,
	PanelScene,
	PanelView,
} from './open-panel.js';

/** The panel over the listing, as an external store for React. Several keys may arrive before React draws the first change. */
export type PanelHost = {
	/** Returns a number that grows with every change. */
	getVersion(): number;
	/** Calls the listener after every change. Returns a function that unsubscribes it. */
	subscribe(listener: () => void): () => void;
	/** Returns the view; null if no panel is open. */
	draw(scene: PanelScene): PanelView | null;
	/** Call this with the scene that has been drawn. */
	follow(scene: PanelScene): void;
	isOpen(): boolean;
	/** All panels. */
	readonly panels: readonly Panel[];
	/** Returns the topmost panel; null if no panel is open. */
	opened(): Panel | null;
	/**
	 * Opens a panel: the help over the open panel, any other panel instead of it. Closes the panel if it is the topmost. Returns
	 * false if the command doesn't open a panel.
	 * @param from - the origin if no panel is open
	 */
	toggle(command: Command, from?: OpenedFrom): boolean;
	/** The line that the user writes in the open panel. */
	readonly writer: Writer;
	/** True if a command has to wait, because the open panel doesn't have its scene or its content yet. */
	waits(command: Command, waited: number): boolean;
	/** Passes a command to the open panel. Returns false if it has no effect there. */
	take(command: Command): boolean;
	/** Passes a click to the open panel. A click on a key hint in its title runs that command instead. */
	click(at: {readonly x: number; readonly y: number}, carryOut: (command: Command) => void): void;
	/** Returns the selected content of the open panel; null if there is none. */
	copied(): PanelCopy | null;
	/** Closes the topmost panel. Another panel may be open under the help. */
	close(): void;
	closeAll(): void;
};

/** Returns a host that opens one panel at a time, and the help over it. */
export function panelHost(panels: readonly Panel[], tools: GivenTools): PanelHost {
	let name: Command | null = null;
	let open: OpenPanel | null = null;
	/** The panel under the help. */
	let below: {readonly name: Command | null; readonly open: OpenPanel} | null = null;
	let scene: PanelScene | null = null;
	let drawn: PanelView | null = null;
	/** True once the panel knows the search and the listing over which it was opened. */
	let isFollowed = false;
	const version = externalStore(0, n => n + 1);
	const changed = (): void => version.dispatch(undefined);

	const panelOf = (wanted: Command | null): Panel | undefined =>
		panels.find(({command}) => command === wanted);
	const opened = (): Panel | null => (open && panelOf(name)) ?? null;

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
		isFollowed = false;
		name = next;
		const panel = panelOf(next);
		if (panel) {
			// A panel that has been closed may still call back, but must not affect the panel on the screen.
			const isShown = (): boolean => opened === open;
			const opened: OpenPanel = panel.open({
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
			isFollowed = true;
		},
		isOpen: () => open !== null,
		panels,
		opened,
		toggle(command, from) {
			if (!panelOf(command)) {
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
		waits(command, waited) {
			const panel = opened();
			const isForPanel = panel !== null && hasKey(panel, command);
			return (
				open !== null && (!isFollowed || (isForPanel && open.waits?.(plainCommand(command), waited) === true))
			);
		},
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
