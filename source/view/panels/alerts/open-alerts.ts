import type {Alert} from '../../../alerts/alerts.js';
import {visibleText} from '../../../format/sanitise.js';
import {keyed, leaveHint} from '../../../keys/keyed.js';
import {localTime} from '../../../timeline/local-time.js';
import {itemList} from '../../panel/item-list.js';
import type {OpenPanel, Panel, PanelScene, PanelTools} from '../../panel/open-panel.js';
import {fittedLine, type PanelLine} from '../../panel/panel-lines.js';
import {moveKeys} from '../../panel/text-panel.js';
import {alertLines, headHeight, headline, howTo, type ListedAlert, listedAlerts} from './alert-lines.js';
import {ruleSearch} from './rule-search.js';
import {unmatched} from './unmatched.js';

const title = 'Alerts';

/** The panel with the watched rules. */
export const alertsPanel: Panel = {
	command: 'alerts',
	kind: 'text',
	name: 'Alerts',
	keys: [
		[['open'], 'search for the requests that the rule counts'],
		[['unwanted'], 'stop watching the rule in this session'],
		[['copy'], 'copy the rule'],
		...moveKeys('rule'),
	],
	open: openRules,
};

/** Opens the list of rules. One of them is always selected. Without rules, it explains how to define them. */
function openRules({store, clock, alerts, changed, close}: PanelTools): OpenPanel {
	// Rules count excluded requests, too.
	const lacking = unmatched(store.whole ?? store, clock, changed);
	/** The rules at the time when the screen was frozen. */
	let held: readonly Alert[] | null = null;
	let endWatching: (() => void) | null = null;

	const listed = (scene: PanelScene): readonly ListedAlert[] => listedAlerts(held ?? scene.alerts);
	const linesOf = ({alert}: ListedAlert, isSelected: boolean, scene: PanelScene): readonly PanelLine[] =>
		alertLines(alert, lacking.has(alert.rule.query), isSelected, scene);

	// The selected rule stays selected, even if a rule fires and moves above it.
	const list = itemList({
		keys: scene => listed(scene).map(({key}) => key),
		itemHeights: scene => listed(scene).map(one => linesOf(one, false, scene).length),
		height: scene => scene.height - headHeight(scene),
	});
	const remove = (scene: PanelScene): boolean => {
		const key = listed(scene)[list.selected(scene) ?? -1]?.key;
		// The scene has redacted rules.
		const rule = alerts.getAlerts()[Number(key)]?.rule;
		if (rule) {
			held = held?.filter((_, index) => index !== Number(key)) ?? null;
			alerts.remove(rule);
		}
		return rule !== undefined;
	};
	const selected = (scene: PanelScene): Alert | undefined => listed(scene)[list.selected(scene) ?? -1]?.alert;

	/** Searches for the requests of the selected rule. Returns false if no rule is selected. */
	const search = (scene: PanelScene): boolean => {
		const alert = selected(scene);
		if (alert) {
			scene.search.begin(ruleSearch(alert, localTime(scene.formatTime.offsetAt, null)));
			scene.showExcluded();
			close();
		}
		return alert !== undefined;
	};
	return {
		draw(scene) {
			const {width, theme} = scene;
			const all = listed(scene);
			if (all.length === 0) {
				return {
					title,
					hints: [[keyed`${'alertSearch'} alerts about this search`, leaveHint()]],
					body: howTo(width),
				};
			}
			const first = list.first(scene);
			const head = fittedLine(headline(all.map(({alert}) => alert)), width, theme.aside);
			const lines = all.map((one, index) => linesOf(one, index === list.selected(scene), scene));
			return {
				title,
				hints: [
					[
						keyed`${'open'} its requests`,
						keyed`${'unwanted'} removes it`,
						keyed`${'alertSearch'} adds one`,
						leaveHint(),
					],
					[keyed`${'open'} its requests`, leaveHint()],
				],
				body: [...(headHeight(scene) > 0 ? [head] : []), ...lines.slice(first).flat()],
			};
		},
		take(command, scene) {
			return command === 'open'
				? search(scene)
				: command === 'unwanted'
					? remove(scene)
					: list.move(command, scene);
		},
		copied(scene) {
			const alert = selected(scene);
			return alert ? {what: 'rule', text: visibleText(alert.rule.text)} : null;
		},
		click({line}, scene) {
			if (list.click(line - headHeight(scene), scene)) {
				search(scene);
			}
		},
		follow(scene) {
			const {listing, isSpoken} = scene;
			held = listing.frozen ? (held ?? scene.alerts) : null;
			lacking.ask(scene.alerts.map(({rule}) => rule.query));
			lacking.setFrozen(listing.frozen);
			if (listing.frozen || isSpoken) {
				// A screen reader would announce every new number.
				endWatching?.();
				endWatching = null;
			} else {
				endWatching ??= alerts.watchClosely();
			}
		},
		close() {
			endWatching?.();
			lacking.close();
		},
	};
}
