import type {Command} from '../../../keys/command.js';
import {leaveHint} from '../../../keys/keyed.js';
import {termFor} from '../../../query/terms.js';
import {selectedLine} from '../../listing/listing-state.js';
import type {OpenPanel, Panel, PanelScene, PanelTools} from '../../panel/open-panel.js';
import {textLine} from '../../panel/panel-lines.js';
import {isScrolling, moveKeys, textHeight} from '../../panel/text-panel.js';
import {movedInDetails, selectedInDetails, shownOfDetails} from './detail-position.js';
import {stepsAlong} from './facts/client.js';
import type {DetailLine} from './lines/detail-line.js';
import {type DetailSection, liveRequestDetails, newSection} from './live-request-details.js';
import {requestDetailsView} from './request-details-view.js';

/** Opens the details of the selected request and the requests around it. */
function openRequestDetails({store, clock, snapshots, changed, close}: PanelTools): OpenPanel {
	const parts: DetailSection[] = [];
	let message: string | null = null;
	let isOldestFirst = false;
	/** Token of the selected row whose request was opened. */
	let followed: string | null = null;
	const details = liveRequestDetails({
		store,
		clock,
		snapshots,
		changed() {
			pay();
			changed();
		},
	});
	const linesOf = (section: DetailSection, scene: PanelScene): readonly DetailLine[] =>
		details.lines(section, {
			...{formatTime: scene.formatTime, width: scene.width, theme: scene.theme, height: textHeight(scene)},
			...{took: scene.figures?.took ?? null, search: scene.search.query, isOldestFirst},
		});

	/** Takes pending steps, up to the last known request of the client. */
	const pay = (): void => {
		const section = parts.at(-1);
		if (!section || section.owed === 0) {
			return;
		}
		const {known} = details;
		const {entry, left, isEnd} = stepsAlong(
			section.entry,
			section.owed,
			known?.around.entries ?? [],
			known?.entry ?? null,
		);

		if (isEnd) {
			message = `no ${section.owed > 0 ? 'older' : 'newer'} request of this client`;
		}
		section.owed = isEnd ? 0 : left;
		if (entry !== section.entry) {
			parts[parts.length - 1] = newSection(entry, section.owed);
		}
	};
	const move = (section: DetailSection, command: Command, scene: PanelScene): void => {
		section.position = movedInDetails(section.position, command, linesOf(section, scene), textHeight(scene));
		section.held = section.position.top === 0 ? null : (section.held ?? details.known);
	};

	/** Returns the selected line if it is visible. */
	const selectedLineOf = (section: DetailSection, scene: PanelScene): DetailLine | undefined =>
		selectedInDetails(section.position, linesOf(section, scene), textHeight(scene));

	/** Opens the selected request, or searches for the selected address. */
	const openSelected = (section: DetailSection, scene: PanelScene): void => {
		const line = selectedLineOf(section, scene);
		if (line?.opens) {
			parts.push(newSection(line.opens));
		} else if (line?.searches !== undefined) {
			const term = termFor('ip', line.searches, true);
			if (term !== null) {
				// The rest of the search stays, as with `+`: Backspace and the bar can remove the term.
				scene.search.replace(['ip'], term);
				close();
			}
		} else if (line?.term !== undefined) {
			addSelected(section, scene, true);
		} else {
			message = 'nothing to open is selected';
		}
	};

	/** Searches for requests with the value of the selected line, or without it. */
	const addSelected = (section: DetailSection, scene: PanelScene, isWanted: boolean): void => {
		const line = selectedLineOf(section, scene);
		if (line?.term === undefined) {
			message = 'no log field is selected';
			return;
		}
		const term = line.term(isWanted);
		if (term === null) {
			message = 'there is no search term for this value';
		} else {
			scene.search.add(term);
			close();
		}
	};
	return {
		draw(scene) {
			const section = parts.at(-1);
			return section
				? requestDetailsView(
						linesOf(section, scene),
						{...section.position, token: section.entry.token, message, isFurther: parts.length > 1},
						scene,
					)
				: {
						title: 'Details',
						hints: [[leaveHint()]],
						body: [textLine(scene.listing.rows.length === 0 ? 'No request' : '')],
					};
		},
		take(command, scene) {
			const section = parts.at(-1);
			if (!section) {
				return false;
			}
			message = null;
			if (isScrolling(command)) {
				move(section, command, scene);
			} else if (command === 'find') {
				isOldestFirst = !isOldestFirst;
			} else if (command === 'open') {
				openSelected(section, scene);
			} else if (command === 'wanted' || command === 'unwanted') {
				addSelected(section, scene, command === 'wanted');
			} else if (command === 'sameClientNext' || command === 'sameClientPrevious') {
				section.owed += command === 'sameClientNext' ? 1 : -1;
				pay();
			} else if (command === 'close' && parts.length > 1) {
				parts.pop();
			} else {
				return false;
			}
			return true;
		},
		waits(command) {
			const section = parts.at(-1);
			const isStep = command === 'sameClientNext' || command === 'sameClientPrevious';
			return section !== undefined && command !== 'close' && !isStep && !details.isKnown(section);
		},
		copied(scene) {
			const section = parts.at(-1);
			const {opens = section?.entry} = (section && selectedLineOf(section, scene)) ?? {};
			return opens ? {entry: opens} : null;
		},
		click({line}, scene) {
			const section = parts.at(-1);
			if (!section) {
				return;
			}
			const {position} = section;
			// The first line of the body is empty.
			const key = shownOfDetails(position, linesOf(section, scene), textHeight(scene))[line - 1]?.key;
			if (key !== undefined && key === position.selected) {
				openSelected(section, scene);
			} else if (key !== undefined) {
				section.position = {...position, selected: key};
			}
			message = null;
		},
		follow({listing, search}) {
			const line = selectedLine(listing);
			const row = listing.rows[parts.length === 0 ? Math.max(0, line) : line];
			// Another row is selected: the details follow. A page that moves under them changes nothing.
			if (row && row.entry.token !== followed) {
				followed = row.entry.token;
				parts.splice(0, parts.length, newSection(row.entry));
				message = null;
				changed();
			}
			const section = parts.at(-1);
			if (section) {
				details.follow(section, search.query, listing.frozen);
			}
		},
		close: details.close,
	};
}

/** The panel with the details of a request. */
export const detailsPanel: Panel = {
	command: 'open',
	kind: 'text',
	isFollowing: true,
	name: 'Details of a request',
	keys: [
		[['open'], 'open the selected request, or search for the client or the log field'],
		[['wanted', 'unwanted'], 'only requests with the value of the log field, or without it'],
		[['sameClientNext', 'sameClientPrevious'], 'the client’s next request, previous request'],
		[['find'], 'the requests of the same client: oldest first, and back'],
		[['copy'], 'copy the request, or the request selected in its details'],
		[['copyCurl'], 'copy it as a curl command'],
		[['chooseCopy'], 'copy another part of it: the next key selects it'],
		[['close'], 'back to the previous request, finally to the listing'],
		...moveKeys('line'),
	],
	open: openRequestDetails,
};
