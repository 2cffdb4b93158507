import {type ScreenSize, screenParts} from './screen-parts.js';

/** Content of a pane: text needs height, while tables and axes of time need width. */
export type PaneKind = 'text' | 'wide';

/**
 * The position of a pane: right of the listing, instead of the overview, instead of the listing, or on all lines but the footer.
 */
export type PanePosition = 'right' | 'below' | 'over' | 'whole';

/** The positions of the visible panes. */
export type PanePositions = Readonly<Partial<Record<PaneKind, PanePosition>>>;

/** A part of the screen, in columns and lines from the top left corner. */
export type Rectangle = {
	readonly x: number;
	readonly y: number;
	readonly width: number;
	readonly height: number;
};

/** Minimum height of a screen for a pane below the listing, and minimum width for a pane to its right. */
const besideFrom = {height: 34, width: 150};

/** Share of the width for the pane at the right with its rule, and its limits. */
const right = {share: 0.43, min: 60, max: 96};

/** Minimum height of the pane below the rows. The page has fewer rows rather than a lower pane. */
const minBelow = 12;

/** True if each panel has the whole screen. */
export function isAlwaysWhole({height, isSpoken}: ScreenSize): boolean {
	// A screen reader speaks one thing after the other.
	return isSpoken || !screenParts(height).title;
}

function positionOf(kind: PaneKind, size: ScreenSize): PanePosition {
	const {width, height} = size;
	if (isAlwaysWhole(size)) {
		return 'whole';
	}
	if (height >= besideFrom.height && (kind === 'wide' || width < besideFrom.width)) {
		return 'below';
	}
	return width >= besideFrom.width ? 'right' : 'over';
}

/**
 * Returns the positions of the panes. If two need the same position, the later one is visible.
 * @param open - the open panes, the one opened or focused last at the end
 * @param isWhole - true if the last one has the whole screen
 */
export function panePositions(size: ScreenSize, open: readonly PaneKind[], isWhole: boolean): PanePositions {
	const [last, other] = open.toReversed();
	if (last === undefined) {
		return {};
	}
	const position = isWhole ? 'whole' : positionOf(last, size);
	const positions: PanePositions = {[last]: position};
	if (other === undefined || hidesListing(positions) || positionOf(other, size) === position) {
		return positions;
	}
	return {...positions, [other]: positionOf(other, size)};
}

/** True if a pane hides the listing. */
export function hidesListing({text, wide}: PanePositions): boolean {
	return [text, wide].some(position => position === 'over' || position === 'whole');
}

/** Returns the maximum number of lines for rows and separators. */
export function maxRows({height}: ScreenSize, {text, wide}: PanePositions): number {
	const {rows} = screenParts(height);
	return [text, wide].includes('below') ? rows - minBelow : rows;
}

/** Returns the width of the listing. */
export function listingWidth({width}: ScreenSize, {text, wide}: PanePositions): number {
	return [text, wide].includes('right')
		? width - Math.min(right.max, Math.max(right.min, Math.round(right.share * width)))
		: width;
}

/**
 * Returns the part of the screen for a pane, including its title.
 * @param taken - number of lines for rows and separators
 */
export function paneRectangle(
	size: ScreenSize,
	positions: PanePositions,
	kind: PaneKind,
	taken: number,
): Rectangle | null {
	const {width, height} = size;
	const {title, search, status, footer, pager} = screenParts(height);
	// The count line.
	const y = 1 + [title, search].filter(Boolean).length;
	const bottom = height - (footer ? 1 : 0);
	const left = listingWidth(size, positions);
	switch (positions[kind]) {
		case 'whole':
			return {x: 0, y: 0, width, height: bottom};
		case 'over':
			return {x: 0, y, width, height: bottom - y};
		case 'right':
			// The first column is the rule.
			return {x: left + 1, y, width: width - left - 1, height: bottom - y};
		case 'below': {
			const top = y + 1 + taken + (pager ? 1 : 0);
			return {x: 0, y: top, width: left, height: bottom - (status ? 1 : 0) - top};
		}
		default:
			return null;
	}
}
