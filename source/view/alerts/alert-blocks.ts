import type {Alert} from '../../alerts/alerts.js';
import type {Query} from '../../query/query.js';
import {firstBlock, type ListPlace, selectedIndex} from '../panel/list-place.js';
import type {PanelScene} from '../panel/open-panel.js';
import type {PanelLine} from '../panel/panel-line.js';
import {alertLines} from './alert-lines.js';

/** A rule with what names it, whatever its place, and its lines. */
export type Block = {readonly key: string; readonly alert: Alert; readonly lines: readonly PanelLine[]};

/** The rules as they are listed, and which of them are on the screen. */
export type Blocks = {
	readonly all: readonly Block[];
	readonly keys: readonly string[];
	readonly selected: Block | undefined;
	/** The index of the first one that is shown. */
	readonly first: number;
	/** Those that are shown, the last of them perhaps not whole. */
	readonly shown: readonly Block[];
};

/**
 * Lists the rules, those that are firing first.
 * @param top - the index of the first one that is wanted
 * @param isUnmatched - whether nothing that was read matches a search
 */
export function alertBlocks(
	alerts: readonly Alert[],
	place: ListPlace,
	top: number,
	isUnmatched: (query: Query) => boolean,
	scene: PanelScene,
): Blocks {
	const sorted = alerts
		.map((alert, index) => ({key: String(index), alert}))
		.sort((a, b) => Number(b.alert.state.isFiring) - Number(a.alert.state.isFiring));
	const keys = sorted.map(({key}) => key);
	const index = selectedIndex(place, keys);
	const all = sorted.map(({key, alert}, at) => ({
		key,
		alert,
		lines: alertLines(alert, isUnmatched(alert.rule.query), at === index, scene),
	}));
	const room = scene.room - headRoom(scene);
	const heights = all.map(({lines}) => lines.length);
	const first = firstBlock(top, index, room, heights);
	let left = room;
	const shown = all.slice(first).filter(({lines}) => {
		const isShown = left > 0;
		left -= lines.length;
		return isShown;
	});
	return {all, keys, selected: index === null ? undefined : all[index], first, shown};
}

/** The line that says how many there are, where there is room for it. */
export const headRoom = ({room}: Pick<PanelScene, 'room'>): number => (room < 6 ? 0 : 1);

/** The rule that has a line of the panel; undefined for none. */
export function blockAt(line: number, {shown}: Blocks, scene: PanelScene): Block | undefined {
	let left = line - headRoom(scene);
	return left < 0
		? undefined
		: shown.find(({lines}) => {
				left -= lines.length;
				return left < 0;
			});
}
