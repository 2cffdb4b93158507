import test from 'ava';
import {type Alert, noAlerts} from '../../../source/alerts/alerts.js';
import {parseRule} from '../../../source/alerts/parse-rule.js';
import type {Differences} from '../../../source/differences/differences.js';
import {defaultChoice} from '../../../source/format/chosen-columns.js';
import {timeFormatter} from '../../../source/format/time-formatter.js';
import {allCommands, type Command, plainCommand} from '../../../source/keys/command.js';
import {allKeysOf} from '../../../source/keys/key-bindings.js';
import {everything, type Query} from '../../../source/query/query.js';
import {columnSettings} from '../../../source/view/layout/use-columns.js';
import {initialListing} from '../../../source/view/listing/listing-state.js';
import {toRow} from '../../../source/view/listing/row.js';
import type {OpenPanel, PanelScene} from '../../../source/view/panel/open-panel.js';
import {helpLines} from '../../../source/view/panels/help/help-lines.js';
import {makePanels} from '../../../source/view/panels/panels.js';
import {editedBy, lineOf} from '../../../source/view/prompt/text-line.js';
import {entries, entry, start} from '../../helpers/entry.js';
import {fakeClock} from '../../helpers/fake-clock.js';
import {fakeStoreAt} from '../../helpers/fake-store.js';
import {ownPace} from '../../helpers/own-pace.js';
import {settle} from '../../helpers/settle.js';
import {plainTheme} from '../../helpers/themes.js';
import {waitFor} from '../../helpers/wait-for.js';

const state = {
	isFiring: false,
	firedAt: null,
	isLonger: false,
	backSince: null,
	reading: null,
	unreported: 0,
};
const alerts: readonly Alert[] = ['5xx over 2 in 1m', 'any url:/admin'].map(text => ({
	rule: parseRule(text, undefined),
	state,
	problem: null,
}));

/** Opens a panel that isn't empty. Resolves once it has been drawn and its answers have arrived. */
async function opened(command: Command): Promise<{panel: OpenPanel; scene: PanelScene; close(): void}> {
	const clock = fakeClock(start + 100_000);
	const past = [...entries(1, 30), ...[31, 32, 33].map(n => entry(n, {status: 404, durationMs: n}))];
	const store = fakeStoreAt(clock, ...past);
	const formatTime = timeFormatter('utc');
	const rows = past.toReversed().map(one => toRow(one, formatTime, 1000));
	store.differences = async () => differences;
	const search = {query: all, parse: () => everything, add() {}, replace() {}, begin() {}};
	const scene: PanelScene = {
		shownQuery: query => query,
		...{search, alerts, formatTime, separators: [], bookmarks: [], rotatedHint: '', width: 80, height: 12},
		listing: {
			...initialListing(10, store.status()),
			rows: rows.slice(0, 10),
			selected: rows[0]?.entry.token ?? null,
		},
		columns: columnSettings(defaultChoice),
		sort() {},
		showExcluded() {},
		theme: plainTheme,
		isSpoken: false,
	};
	const draw = (): void => {
		panel.draw(scene);
		panel.follow?.(scene);
	};
	const panel = makePanels()
		.find(one => one.command === command)
		?.open({
			...{
				store,
				clock,
				snapshots: ownPace,
				openedFrom: 'listing',
				selection: null,
				close() {},
				changed: () => queueMicrotask(draw),
			},
			alerts: {...noAlerts, getAlerts: () => alerts},
		}) as OpenPanel;
	draw();
	await waitFor(() => !['rowDown', 'open', 'cellLeft'].some(one => panel.waits?.(one as Command, 0)));
	await settle();
	return {panel, scene, close: () => panel.close?.()};
}

/** Returns the commands that a panel takes, also after moves in it, and the commands that copy its selection. */
/** Matches all requests, but isn't the empty search, which the differences need. */
const all: Query = {text: 'all', expression: {type: 'and', of: [everything.expression]}};

const differences: Differences = {
	findings: [
		{
			...{field: 'method', value: 'GET', also: [], mostly: []},
			selected: {n: 10, share: 1},
			baseline: {n: 1, share: 0.1},
		},
	],
	...{selected: 10, baseline: 10, isTooSmall: false, kind: 'rest', before: null},
	...{compared: [], incomparable: [], different: [], partial: false},
};

async function takenBy(command: Command): Promise<readonly Command[]> {
	const taken: Command[] = [];
	for (const one of allCommands) {
		for (const before of [[], ['cellLeft'], ['search'], ['rowDown', 'open']] as const) {
			const {panel, scene, close} = await opened(command);
			for (const first of before) {
				panel.take(first, scene);
			}
			// The filter of the help is what Escape leaves first.
			if (panel.isTyping?.()) {
				panel.type?.({type: 'text', text: 'a'}, scene);
			}
			const copied = panel.copied?.(scene) ?? null;
			const copies =
				one === 'copy'
					? copied !== null
					: (one === 'copyCurl' || one === 'chooseCopy') && copied !== null && 'entry' in copied;
			if (
				(copies || [one, plainCommand(one)].some(given => panel.take(given, scene))) &&
				!taken.includes(one)
			) {
				taken.push(one);
			}
			close();
		}
	}
	return taken;
}

for (const {command, name, keys} of makePanels()) {
	test(`the help has each key of ${name} once, and no key without an effect there`, async t => {
		const told = keys.flatMap(([commands]) => commands);
		t.is(new Set(told).size, told.length);
		// The help of the latency refers to the keys of the timeline, which the screen opens.
		const others = makePanels().filter(panel => command === 'latency' && panel.command === 'timeline');
		const referred = others.flatMap(panel => panel.keys.flatMap(([commands]) => commands));
		const own = told.filter(one => command !== 'latency' || one !== 'timeline');
		t.deepEqual([...new Set([...own, ...referred])].sort(), [...(await takenBy(command))].sort());
	});
}

/** For each heading the keys below it. */
function keysBelow(): ReadonlyMap<string, readonly string[]> {
	const sections = new Map<string, string[]>();
	let keys: string[] = [];
	for (const line of helpLines(makePanels(), 400, 'listing')) {
		const lead = 'lead' in line ? line.lead : '';
		const heading = /^── (.*) ──$/.exec(lead)?.[1];
		if (heading !== undefined) {
			keys = [];
			sections.set(heading, keys);
		} else if (lead.trim() !== '') {
			keys.push(...lead.trim().split(' '));
		}
	}
	return sections;
}

test('the help has each key of the table once outside of the panels’ sections', t => {
	const sections = keysBelow();
	const told = ['Listing', 'Selected request', 'Search', 'Panels', 'Everywhere'].flatMap(
		heading => sections.get(heading) ?? [],
	);
	t.deepEqual([...told].sort(), allCommands.flatMap(command => allKeysOf(command).split(' ')).sort());
});

test('no section of the help has a key twice', t => {
	for (const [heading, keys] of keysBelow()) {
		if (!['Examples', 'Commands (:)'].includes(heading)) {
			t.is(new Set(keys).size, keys.length, heading);
		}
	}
});

test('the help has each key that edits a line, for the search bar and for other lines', t => {
	const named: ReadonlyMap<string, string> = new Map([
		['left', '←'],
		['right', '→'],
		['home', 'Home'],
		['end', 'End'],
		['backspace', 'Backspace'],
		['delete', 'Del'],
	]);
	const control = Array.from({length: 26}, (_, n) => String.fromCharCode(97 + n));
	const names = [...named, ...control.map(letter => [`ctrl-${letter}`, `^${letter.toUpperCase()}`] as const)];
	const editing = names.flatMap(([key, label]) => (editedBy(lineOf('a b'), key) ? [label] : []));
	for (const [heading, others] of [
		['Search bar (/)', ['Enter', 'Esc', 'Tab', '↑', '↓', '^R']],
		['Other lines', ['Enter', 'Esc', 'Tab', '↑', '↓']],
	] as const) {
		t.deepEqual([...(keysBelow().get(heading) ?? [])].sort(), [...editing, ...others].sort());
	}
});
