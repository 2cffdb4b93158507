import type {Alert} from '../../../alerts/alerts.js';
import {visibleText} from '../../../format/sanitise.js';
import {keyed, leaveHint} from '../../../keys/keyed.js';
import {type ListPlace, listStart, movedPlace} from '../../panel/list-place.js';
import type {OpenPanel, Panel, PanelScene, PanelTools} from '../../panel/open-panel.js';
import {fittedLine} from '../../panel/panel-lines.js';
import {titleWithHints} from '../../panel/panel-title.js';
import {moveKeys, textPanel} from '../../panel/text-panel.js';
import {localTime} from '../timeline/time-texts.js';
import {alertBlocks, type Block, type Blocks, blockAt, headline, headRoom, howTo} from './alert-lines.js';
import {ruleSearch} from './rule-search.js';
import {unmatched} from './unmatched.js';

const title = 'Alerts';

/** Opens the panel with the watched rules. Without rules, it explains how to define them. */
function openAlerts(tools: PanelTools): OpenPanel {
	return tools.alerts.getAlerts().length === 0
		? textPanel(({width}) => ({title, lines: howTo(width)}))
		: openRules(tools);
}

/** The panel with the watched rules. */
export const alertsPanel: Panel = {
	command: 'alerts',
	name: 'Alerts',
	keys: [
		[['open'], 'search for the requests that the rule counts'],
		[['copy'], 'copy the rule'],
		...moveKeys('rule'),
	],
	open: openAlerts,
};

/** Opens the list of rules. One of them is always selected. */
function openRules({store, clock, alerts, changed, close}: PanelTools): OpenPanel {
	const lacking = unmatched(store, clock, changed);
	let place: ListPlace = listStart;
	let top = 0;
	let clicked: string | null = null;
	/** The rules at the time when the screen was frozen. */
	let held: readonly Alert[] | null = null;
	let endLooking: (() => void) | null = null;

	const listed = (scene: PanelScene): Blocks =>
		alertBlocks(held ?? scene.alerts, place, top, lacking.has, scene);

	const goTo = (next: ListPlace, scene: PanelScene): void => {
		place = next;
		top = listed(scene).first;
	};

	const search = ({alert}: Block, scene: PanelScene): void => {
		scene.search.begin(ruleSearch(alert, localTime(scene.formatTime.offsetAt, null)));
		close();
	};

	return {
		draw(scene) {
			const {titleWidth, width, theme} = scene;
			const {all, shown} = listed(scene);
			const head = fittedLine(headline(all.map(({alert}) => alert)), width, theme.aside);
			return {
				...titleWithHints(title, [keyed`${'open'} its requests`, leaveHint()], titleWidth),
				body: [...(headRoom(scene) > 0 ? [head] : []), ...shown.flatMap(({lines}) => lines)],
			};
		},
		take(command, scene) {
			const {keys, shown, selected} = listed(scene);
			if (command === 'open' && selected) {
				search(selected, scene);
				return true;
			}

			const next = movedPlace(place, command, keys, Math.max(1, shown.length - 1));
			if (next) {
				goTo(next, scene);
			}

			return next !== null;
		},
		copied(scene) {
			const {selected} = listed(scene);
			return selected ? {what: 'rule', text: visibleText(selected.alert.rule.text)} : null;
		},
		click({line}, scene) {
			const blocks = listed(scene);
			const block = blockAt(line, blocks, scene);
			if (block && block.key === clicked && block === blocks.selected) {
				search(block, scene);
			} else if (block) {
				clicked = block.key;
				goTo({key: block.key, index: blocks.all.indexOf(block)}, scene);
			}
		},
		follow(scene) {
			const {listing, isSpoken} = scene;
			held = listing.frozen ? (held ?? scene.alerts) : null;
			// The selected rule stays selected, even if a rule fires and moves above it.
			const [key = null] = listed(scene).keys;
			place = place.key === null ? {key, index: 0} : place;
			lacking.ask(scene.alerts.map(({rule}) => rule.query));
			lacking.setFrozen(listing.frozen);
			if (listing.frozen || isSpoken) {
				// A screen reader would announce every new number.
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
