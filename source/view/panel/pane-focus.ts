import {
	hidesListing,
	isAlwaysWhole,
	type PaneKind,
	type PanePositions,
	panePositions,
} from '../layout/panes.js';
import type {ScreenSize} from '../layout/screen-parts.js';

/** The open panes: which of them are visible, and whether one of them or the listing has the focus. */
type PaneFocus = {
	/** Call this with the size of the screen. */
	resize(size: ScreenSize): void;
	/** Returns the open panes, the one opened or focused last at the end. */
	kinds(): readonly PaneKind[];
	/** Returns the positions of the visible panes. */
	positions(): PanePositions;
	/** Returns the focused pane; null if the listing has the focus. A hidden listing, or a hidden pane, can't have it. */
	focus(): PaneKind | null;
	/** True if the user has given a pane the whole screen. */
	isEnlarged(): boolean;
	/** Opens and focuses a pane. */
	open(kind: PaneKind): void;
	/** Focuses an open pane, or the listing. The order of opening stays, so that a hidden pane doesn't replace a visible one. */
	move(kind: PaneKind | null): void;
	/** Closes a pane. If it has the focus, the pane that had it when this one was opened gets it back, else the listing. */
	close(kind: PaneKind): void;
	/** Sorts the open panes. */
	sort(compare: (a: PaneKind, b: PaneKind) => number): void;
	/** Moves the focus to the next or previous one of the listing and the visible panes. Returns false if there is no other. */
	turn(step: 1 | -1): boolean;
	/** Extends the focused pane to the whole screen, or returns to the previous layout. Returns false if no pane is open. */
	toggleWhole(): boolean;
};

/** Returns the focus of a screen without open panes. */
export function paneFocus(): PaneFocus {
	let size: ScreenSize = {width: 80, height: 24, isSpoken: false};
	let recent: readonly PaneKind[] = [];
	let focused: PaneKind | null = null;
	let isWhole = false;
	/** For each pane, the focus when it was opened. */
	const before = new Map<PaneKind, PaneKind | null>();

	const positions = (): PanePositions => panePositions(size, recent, isWhole);
	const focus = (): PaneKind | null => {
		const shown = positions();
		return focused !== null && shown[focused] !== undefined
			? focused
			: hidesListing(shown)
				? (recent.at(-1) ?? null)
				: null;
	};
	const open = (kind: PaneKind): void => {
		if (!recent.includes(kind)) {
			before.set(kind, focus());
		}
		focused = kind;
		recent = [...recent.filter(one => one !== kind), kind];
	};
	return {
		resize(next) {
			size = next;
		},
		kinds: () => recent,
		positions,
		focus,
		isEnlarged: () => isWhole && !isAlwaysWhole(size),
		open,
		move(kind) {
			focused = kind;
		},
		close(kind) {
			recent = recent.filter(one => one !== kind);
			focused = focused === kind ? (before.get(kind) ?? null) : focused;
			isWhole = false;
		},
		sort(compare) {
			recent = recent.toSorted(compare);
		},
		turn(step) {
			const shown = positions();
			const stops: ReadonlyArray<PaneKind | null> = [
				...(hidesListing(shown) ? [] : [null]),
				...(['wide', 'text'] as const).filter(kind => shown[kind] !== undefined),
			];
			const next = stops[(stops.indexOf(focus()) + step + stops.length) % stops.length];
			if (stops.length < 2 || next === undefined) {
				return false;
			}
			focused = next;
			return true;
		},
		toggleWhole() {
			const kind = focus() ?? recent.at(-1);
			if (kind === undefined) {
				return false;
			}
			open(kind);
			isWhole = !isWhole;
			return true;
		},
	};
}
