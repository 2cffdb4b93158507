import type {Alert} from '../../alerts/alerts.js';
import {sanitise} from '../../listing/sanitise.js';
import {keyed, leaveHint} from '../keys/keyed.js';
import {firstBlock, type ListPlace, listStart, movedPlace, selectedIndex} from '../panel/list-place.js';
import type {OpenPanel, PanelScene, PanelTools, PanelView} from '../panel/open-panel.js';
import {fittedLine, type PanelLine} from '../panel/panel-line.js';
import {textPanel} from '../panel/text-panel.js';
import {titleWithHints} from '../panel/title-with-hints.js';
import {localTime} from '../timeline/local-time.js';
import {alertLines, headline, howTo} from './alert-lines.js';
import {ruleSearch} from './rule-search.js';
import {unmatched} from './unmatched.js';

const title = 'Alerts';

/** A rule with what names it, whatever its place, and its lines. */
type Block = {readonly key: string; readonly alert: Alert; readonly lines: readonly PanelLine[]};

/** The panel with the rules that are watched, those that are firing first. */
export function openAlerts({store, clock, alerts, changed, close}: PanelTools): OpenPanel {
	const text = textPanel(({width}) => ({title, lines: howTo(width)}));
	const lacking = unmatched(store, clock, changed);
	let place: ListPlace = listStart;
	let top = 0;
	let clicked: string | null = null;
	/** As they stood when the screen was frozen. */
	let held: readonly Alert[] | null = null;
	let endLooking: (() => void) | null = null;

	const blocks = (scene: PanelScene): readonly Block[] => {
		const sorted = (held ?? scene.alerts)
			.map((alert, index) => ({key: String(index), alert}))
			.sort((a, b) => Number(b.alert.state.isFiring) - Number(a.alert.state.isFiring));
		const selected = selectedIndex(place, keysOf(sorted));
		return sorted.map(({key, alert}, index) => ({
			key,
			alert,
			lines: alertLines(alert, lacking.has(alert.rule.query), index === selected, scene),
		}));
	};

	const first = (all: readonly Block[], scene: PanelScene): number => {
		const heights = all.map(({lines}) => lines.length);
		return firstBlock(top, selectedIndex(place, keysOf(all)), blockRoom(scene), heights);
	};

	const selected = (all: readonly Block[]): Block | undefined => all[selectedIndex(place, keysOf(all)) ?? -1];

	const search = (all: readonly Block[], scene: PanelScene): void => {
		const block = selected(all);
		if (block) {
			scene.search.begin(ruleSearch(block.alert, localTime(scene.formatTime.offsetAt, null)));
			close();
		}
	};

	const draw = (scene: PanelScene): PanelView => {
		const {titleWidth, width, theme} = scene;
		const all = blocks(scene);
		return {
			...titleWithHints(title, [keyed`${'open'} its requests`, leaveHint()], titleWidth),
			body: [
				...(headRoom(scene) > 0
					? [fittedLine(headline(all.map(({alert}) => alert)), width, theme.aside)]
					: []),
				...all.slice(first(all, scene)).flatMap(({lines}) => lines),
			],
		};
	};

	return {
		draw: scene => (scene.alerts.length === 0 ? text.draw(scene) : draw(scene)),
		take(command, scene) {
			if (scene.alerts.length === 0) {
				return text.take(command, scene);
			}

			const all = blocks(scene);
			if (command === 'open') {
				search(all, scene);
				return true;
			}

			const shown = shownOf(all.slice(first(all, scene)), blockRoom(scene));
			const next = movedPlace(place, command, keysOf(all), Math.max(1, shown));
			if (next) {
				place = next;
				top = first(all, scene);
			}

			return next !== null;
		},
		copied(scene) {
			const block = selected(blocks(scene));
			return block ? {what: 'rule', text: sanitise(block.alert.rule.text)} : null;
		},
		click({line}, scene) {
			const all = blocks(scene);
			let left = line - headRoom(scene);
			const block = all.slice(first(all, scene)).find(({lines}) => {
				left -= lines.length;
				return left < 0;
			});
			if (!block || line < headRoom(scene)) {
				return;
			}

			if (block.key === clicked && block === selected(all)) {
				search(all, scene);
			} else {
				place = {key: block.key, index: all.indexOf(block)};
				top = first(all, scene);
				clicked = block.key;
			}
		},
		follow(scene) {
			const {listing, isSpoken} = scene;
			held = listing.frozen ? (held ?? scene.alerts) : null;
			// What was seen to be selected stays so, also when another rule fires and is the first then.
			const [firing] = blocks(scene);
			place = place.key === null && firing ? {key: firing.key, index: 0} : place;
			lacking.ask(scene.alerts.map(({rule}) => rule.query));
			lacking.setFrozen(listing.frozen);
			// Read out, each new number would be told anew.
			const isRead = !listing.frozen && !isSpoken && scene.alerts.length > 0;
			if (!isRead) {
				endLooking?.();
				endLooking = null;
			} else {
				endLooking ??= alerts.lookClosely();
			}
		},
		close() {
			endLooking?.();
			lacking.close();
		},
	};
}

const keysOf = (all: readonly {readonly key: string}[]): readonly string[] => all.map(({key}) => key);

/** The line that says how many there are, where there is room for it. */
const headRoom = ({room}: PanelScene): number => (room < 6 ? 0 : 1);

const blockRoom = (scene: PanelScene): number => scene.room - headRoom(scene);

/** How many of the blocks are shown whole. */
function shownOf(all: readonly Block[], room: number): number {
	let left = room;
	return all.filter(({lines}) => {
		left -= lines.length;
		return left >= 0;
	}).length;
}
