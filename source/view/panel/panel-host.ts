import {type Command, plainCommand} from '../../keys/command.js';
import {commandAt, commandOf} from '../../keys/key-bindings.js';
import {hasKey} from '../../keys/why-not.js';
import type {Theme} from '../../themes/theme.js';
import {hidesListing, type PaneKind, type PanePositions} from '../layout/panes.js';
import type {ScreenSize} from '../layout/screen-parts.js';
import type {Writer} from '../prompt/writer.js';
import {externalStore} from '../state/external-store.js';
import type {
	GivenTools,
	OpenedFrom,
	OpenPanel,
	Panel,
	PanelCopy,
	PanelScene,
	PanelTools,
	PaneView,
} from './open-panel.js';
import {paneFocus} from './pane-focus.js';
import {hintsOf, stateMark} from './panel-title.js';
import {remembered} from './remembered.js';

/**
 * The open panels: at most one of each kind, and above it panels with `isOver`. One of them or the listing has the focus and gets
 * the keys. This is an external store for React, because several keys may arrive before React draws the first change.
 */
export type PanelHost = {
	/** Returns a number that grows with every change. */
	getVersion(): number;
	/** Calls the listener after every change. Returns a function that unsubscribes it. */
	subscribe(listener: () => void): () => void;
	/** Call this with the size of the screen before drawing. It decides which panels are visible. */
	resize(size: ScreenSize): void;
	/** Returns the positions of the visible panels. */
	positions(): PanePositions;
	/** True if the user has given a panel the whole screen. */
	isEnlarged(): boolean;
	/** Returns the kind of the focused panel; null if the listing has the focus. */
	focus(): PaneKind | null;
	/** Returns the commands of the open panels without `isOver`, the one opened or focused last at the end. */
	openCommands(): readonly Command[];
	/** Returns the view of a panel; null if none of this kind is open. */
	draw(kind: PaneKind, scene: PanelScene): PaneView | null;
	/** Call this with the scenes that have been drawn. Panels that can't be seen query nothing until they are seen again. */
	follow(scenes: ReadonlyMap<PaneKind, PanelScene>): void;
	/** True if a panel has the focus. */
	isOpen(): boolean;
	/** All panels. */
	readonly panels: readonly Panel[];
	/** Returns the focused panel; null if the listing has the focus. */
	opened(): Panel | null;
	/**
	 * Opens a panel. It covers the open panel of its kind if it has `isOver`, otherwise it replaces that panel. Focuses an open
	 * panel, and closes a focused one. Returns false if the command doesn't open a panel.
	 * @param from - the origin if the listing has the focus
	 */
	toggle(command: Command, from?: OpenedFrom): boolean;
	/** Opens panels in this order, and closes the other panels. A panel that is already open stays unchanged. */
	arrange(commands: readonly Command[]): void;
	/** Moves the focus to the next or previous one of the listing and the visible panels. Returns false if there is no other. */
	turn(step: 1 | -1): boolean;
	/** Extends the focused panel to the whole screen, or returns to the previous layout. Returns false if no panel is open. */
	toggleWhole(): boolean;
	/** The line that the user writes in the focused panel. */
	readonly writer: Writer;
	/** True if a command has to wait, because the focused panel doesn't have its scene or its content yet. */
	waits(command: Command, waited: number): boolean;
	/** Call this after a command of a key: if the focused panel has that command, the next key may choose a part of it, also after sorting. */
	offerChoice(command: Command): void;
	/** Passes a key to the panel that offers a choice; see `OpenPanel.choose`. False: the key's command is due. */
	choose(key: string): boolean | string;
	/** Opens or focuses a panel, and chooses a part of it by name. */
	openAt(command: Command, part: string): void;
	/** Passes a command to the focused panel. Returns false if it has no effect there. */
	take(command: Command): boolean;
	/** Focuses a panel and passes a click to it. A click on a key hint in its title runs that command instead. */
	click(
		kind: PaneKind,
		at: {readonly x: number; readonly y: number},
		carryOut: (command: Command) => void,
	): void;
	/** Focuses the listing, if it is visible. */
	leave(): void;
	/** Returns a search for the selected requests in the focused panel; null without a selection. */
	selection(): string | null;
	/** Returns the selected content of the focused panel; null without a selection. */
	copied(): PanelCopy | null;
	/** Opens the open panels again, except public ones: they keep values as shown before redaction was turned on or off. */
	renew(): void;
	/** Closes the focused panel, else the one opened last. Another panel may be open below it. Returns false if no panel is open. */
	close(): boolean;
	closeAll(): void;
};

/** The origin of a panel, and the selection there. */
type Origin = Pick<PanelTools, 'openedFrom' | 'selection'>;

/** An open panel, and its state in the last frame. */
type Opened = {
	readonly panel: Panel;
	readonly open: OpenPanel;
	readonly origin: Origin;
	/** The panel that this panel covers, or null. */
	readonly below: Opened | null;
	scene: PanelScene | null;
	drawn: PaneView | null;
	/** True while the panel can't be seen. */
	isResting: boolean;
};

/** True for a change of the order: a user who sorts first may still choose a part of the panel. */
function sorts(command: Command | undefined): boolean {
	return command === 'find' || command === 'sort';
}

/** Lets a panel that can't be seen query nothing, as on a frozen screen, until it gets its next scene. */
function rest(one: Opened): void {
	const {scene, open, isResting} = one;
	if (scene && !isResting) {
		one.isResting = true;
		open.follow?.({...scene, listing: {...scene.listing, frozen: true}});
	}
}

/** Returns a host of these panels. */
export function panelHost(panels: readonly Panel[], tools: GivenTools): PanelHost {
	const open = new Map<PaneKind, Opened>();
	const panes = paneFocus();
	const {positions, focus, isEnlarged} = panes;
	/** The panel whose key was the last one. */
	let offering: Opened | null = null;
	/** Returns the same object for the same theme, because panels cache lines by it. */
	const greyMarker = remembered((theme: Theme): Theme => ({...theme, marker: theme.muted}));
	const version = externalStore(0, n => n + 1);
	const changed = (): void => version.dispatch(undefined);

	const current = (): Opened | undefined => {
		const kind = focus();
		return kind === null ? undefined : open.get(kind);
	};
	/** Returns the command of the key hint at a column of a panel's title; null without a hint there. */
	const hintAt = ({scene, drawn}: Opened, x: number): Command | null => {
		if (!scene || !drawn) {
			return null;
		}
		const {start, text} = hintsOf(drawn, scene.width);
		return x < start ? null : commandAt(text, x - start);
	};
	const end = (kind: PaneKind, next: Opened | null): void => {
		open.get(kind)?.open.close?.();
		if (next) {
			open.set(kind, next);
		} else {
			open.delete(kind);
			panes.close(kind);
		}
		changed();
	};
	/** Closes a panel and the ones below it. */
	const endAll = (kind: PaneKind): void => {
		for (let one = open.get(kind); one; one = open.get(kind)) {
			end(kind, one.below);
		}
	};
	const openOver = (below: Opened | null, panel: Panel, origin: Origin): Opened => {
		const {kind} = panel;
		// A panel that has been closed may still call back, but must not affect the panel on the screen.
		const isShown = (): boolean => open.get(kind)?.open === opened;
		const opened: OpenPanel = panel.open({
			...{...tools, ...origin},
			changed: () => isShown() && changed(),
			close: () => isShown() && end(kind, below),
		});
		return {panel, open: opened, origin, below, scene: null, drawn: null, isResting: false};
	};
	const openedAgain = (one: Opened): Opened => {
		const {panel, origin} = one;
		const below = one.below && openedAgain(one.below);
		if (panel.isPublic && below === one.below) {
			return one;
		}
		const part = one.open.part?.() ?? null;
		one.open.close?.();
		const again = openOver(below, panel, origin);
		if (part !== null) {
			again.open.choose?.(part);
		}
		return again;
	};
	const selectionIn = (one: Opened | undefined): string | null =>
		one?.scene ? (one.open.selection?.(one.scene) ?? null) : null;
	const show = (panel: Panel, from: OpenedFrom): void => {
		const {kind} = panel;
		const origin = current();
		const openedFrom = origin?.panel.command ?? from;
		const selection = selectionIn(origin);
		const below = panel.isOver ? (open.get(kind) ?? null) : null;
		if (!panel.isOver) {
			endAll(kind);
		}
		open.set(kind, openOver(below, panel, {openedFrom, selection}));
		const wasIn = focus();
		panes.open(kind);
		const shown = positions();
		if (panel.isFollowing && !hidesListing(shown) && wasIn === null) {
			panes.move(null);
		}
		for (const other of [...open.keys()].filter(one => shown[one] === undefined)) {
			// A panel that covers a different panel on a small screen replaces it, unless the new panel has `isOver`.
			if (!panel.isOver) {
				endAll(other);
			}
		}
		changed();
	};
	const toggle: PanelHost['toggle'] = (command, from = 'listing') => {
		const panel = panels.find(one => one.command === command);
		if (!panel) {
			return false;
		}
		const one = open.get(panel.kind);
		if (one?.panel !== panel) {
			show(panel, from);
		} else if (focus() === panel.kind) {
			end(panel.kind, one.below);
		} else {
			panes.open(panel.kind);
			changed();
		}
		return true;
	};
	return {
		getVersion: version.getState,
		subscribe: version.subscribe,
		resize: panes.resize,
		positions,
		isEnlarged,
		focus,
		openCommands: () =>
			panes.kinds().flatMap(kind => {
				const top = open.get(kind);
				const shown = top?.panel.isOver ? top.below : top;
				return shown ? [shown.panel.command] : [];
			}),
		draw(kind, scene) {
			const one = open.get(kind);
			if (!one) {
				return null;
			}
			const {command, isFollowing = false} = one.panel;
			const hasFocus = focus() === kind;
			const theme = hasFocus ? scene.theme : greyMarker(scene.theme);
			one.drawn = {
				...one.open.draw({...scene, theme, isOffering: one === offering}),
				...{command, isFollowing, isEnlarged: isEnlarged(), isSpoken: scene.isSpoken},
				mark: positions()[kind] === 'whole' ? stateMark(scene) : '',
				hasFocus,
			};
			return one.drawn;
		},
		follow(scenes) {
			for (const [kind, top] of open) {
				const scene = scenes.get(kind);
				if (scene) {
					top.scene = scene;
					top.isResting = false;
					top.open.follow?.(scene);
				}
				for (let one = scene ? top.below : top; one; one = one.below) {
					rest(one);
				}
			}
		},
		isOpen: () => focus() !== null,
		panels,
		opened: () => current()?.panel ?? null,
		toggle,
		arrange(commands) {
			const isWanted = (one: Opened | undefined): boolean =>
				one !== undefined && commands.includes(one.panel.command);
			for (const kind of [...open.keys()]) {
				for (let one = open.get(kind); one && !isWanted(one); one = open.get(kind)) {
					end(kind, one.below);
				}
			}
			const isOpen = (command: Command): boolean =>
				[...open.values()].some(({panel}) => panel.command === command);
			for (const command of commands.filter(one => !isOpen(one))) {
				toggle(command);
			}
			const orderOf = (kind: PaneKind): number => {
				const shown = open.get(kind);
				return shown ? commands.indexOf(shown.panel.command) : -1;
			};
			panes.sort((a, b) => orderOf(a) - orderOf(b));
		},
		turn(step) {
			const isMoved = panes.turn(step);
			if (isMoved) {
				changed();
			}
			return isMoved;
		},
		toggleWhole() {
			const isToggled = panes.toggleWhole();
			if (isToggled) {
				changed();
			}
			return isToggled;
		},
		writer: {
			isOpen: () => current()?.open.isTyping?.() ?? false,
			type(typed) {
				const one = current();
				if (one?.scene) {
					one.open.type?.(typed, one.scene);
					changed();
				}
			},
		},
		waits(command, waited) {
			const one = current();
			return (
				one !== undefined &&
				(one.scene === null ||
					(hasKey(one.panel, command) && one.open.waits?.(plainCommand(command), waited) === true))
			);
		},
		offerChoice(command) {
			const one = current();
			if (one?.panel.command === command && one.open.choose) {
				offering = one;
				changed();
			}
		},
		choose(key) {
			const one = offering;
			const chosen = (one !== null && one === current() && one.open.choose?.(key)) || false;
			offering = chosen === false && sorts(commandOf(key)) ? one : null;
			if (chosen !== false) {
				changed();
			}
			return chosen;
		},
		openAt(command, part) {
			if (current()?.panel.command !== command) {
				toggle(command);
			}
			current()?.open.choose?.(part);
			changed();
		},
		take(command) {
			const other = plainCommand(command);
			offering = sorts(other) ? offering : null;
			const one = current();
			const takes = (given: Command): boolean => {
				const scene = one?.scene;
				return scene != null && one?.open.take(given, scene) === true;
			};
			const isTaken = takes(command) || (other !== command && takes(other));
			if (isTaken) {
				changed();
			}
			return isTaken;
		},
		click(kind, {x, y}, carryOut) {
			const one = open.get(kind);
			if (!one) {
				return;
			}
			const hasFocus = focus() === kind;
			offering = null;
			const clicked = y === 0 ? hintAt(one, x) : null;
			const isForListing = !hasFocus && (clicked === 'rowDown' || clicked === 'rowUp');
			if (!isForListing) {
				panes.move(kind);
			}
			if (y > 0 && one.scene) {
				one.open.click?.({line: y - 1, x}, one.scene);
			}
			if (clicked !== null && (hasFocus || clicked !== 'nextPane')) {
				carryOut(clicked);
			}
			changed();
		},
		leave() {
			if (!hidesListing(positions())) {
				const hadFocus = focus() !== null;
				panes.move(null);
				if (hadFocus) {
					changed();
				}
			}
		},
		selection: () => selectionIn(current()),
		copied() {
			const one = current();
			return (one?.scene && one.open.copied?.(one.scene)) ?? null;
		},
		renew() {
			for (const [kind, one] of open) {
				open.set(kind, openedAgain(one));
			}
			changed();
		},
		close() {
			const kind = focus() ?? panes.kinds().at(-1);
			const one = kind === undefined ? undefined : open.get(kind);
			if (kind === undefined || !one) {
				return false;
			}
			end(kind, one.below);
			return true;
		},
		closeAll() {
			for (const kind of [...open.keys()]) {
				endAll(kind);
			}
		},
	};
}
