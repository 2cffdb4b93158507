import {termFor} from '../../query/terms.js';
import type {Command} from '../keys/command.js';
import {selectedLine} from '../listing/listing-state.js';
import type {OpenPanel, PanelScene, PanelTools} from '../panel/open-panel.js';
import {textLine} from '../panel/panel-lines.js';
import {isScrolling, textRoom} from '../panel/text-panel.js';
import {isForValues} from '../panel/value-list.js';
import {stepsAlong} from './facts/client.js';
import type {StoryLine} from './lines/story-line.js';
import {type Chapter, liveStory, newChapter} from './live-story.js';
import {movedInStory, selectedInStory, shownOfStory} from './story-position.js';
import {storyView} from './story-view.js';

/** The panel that tells all that is known of the selected request, and of those before and after it. */
export function openStory({store, clock, changed, close}: PanelTools): OpenPanel {
	const chapters: Chapter[] = [];
	let message: string | null = null;
	const story = liveStory({
		store,
		clock,
		changed() {
			pay();
			changed();
		},
	});

	const linesOf = (chapter: Chapter, scene: PanelScene): readonly StoryLine[] =>
		story.lines(chapter, {...scene, room: textRoom(scene)});

	/** Takes the steps that are owed, as far as the client's requests are known. */
	const pay = (): void => {
		const chapter = chapters.at(-1);
		if (!chapter || chapter.owed === 0) {
			return;
		}

		const {known} = story;
		const {entry, left, isEnd} = stepsAlong(
			chapter.entry,
			chapter.owed,
			known?.around.entries ?? [],
			known?.entry ?? null,
		);

		if (isEnd) {
			message = `no ${chapter.owed > 0 ? 'older' : 'newer'} request of this client`;
		}

		chapter.owed = isEnd ? 0 : left;
		if (entry !== chapter.entry) {
			chapters[chapters.length - 1] = newChapter(entry, chapter.owed);
		}
	};

	const move = (chapter: Chapter, command: Command, scene: PanelScene): void => {
		chapter.position = movedInStory(chapter.position, command, linesOf(chapter, scene), textRoom(scene));
		chapter.held = chapter.position.top === 0 ? null : (chapter.held ?? story.known);
	};

	/** What is selected, where it can be seen. */
	const selectedLineOf = (chapter: Chapter, scene: PanelScene): StoryLine | undefined =>
		selectedInStory(chapter.position, linesOf(chapter, scene), textRoom(scene));

	/** Opens that, or searches for it. */
	const openSelected = (chapter: Chapter, scene: PanelScene): void => {
		const line = selectedLineOf(chapter, scene);
		if (line?.opens) {
			chapters.push(newChapter(line.opens));
		} else if (line?.searches !== undefined) {
			const term = termFor('ip', line.searches, true);
			if (term !== null) {
				// The rest of the search stays, as with `+`: Backspace and the bar take it off.
				scene.search.replace(['ip'], term);
				close();
			}
		}
	};

	return {
		draw(scene) {
			const chapter = chapters.at(-1);
			return chapter
				? storyView(
						linesOf(chapter, scene),
						{...chapter.position, token: chapter.entry.token, message, isFurther: chapters.length > 1},
						scene,
					)
				: {title: 'Request', hints: '', body: [textLine('')]};
		},
		take(command, scene) {
			const chapter = chapters.at(-1);
			if (!chapter) {
				return false;
			}

			message = null;
			if (isScrolling(command)) {
				move(chapter, command, scene);
			} else if (command === 'open') {
				openSelected(chapter, scene);
			} else if (command === 'sameClientNext' || command === 'sameClientPrevious') {
				chapter.owed += command === 'sameClientNext' ? 1 : -1;
				pay();
			} else if (command === 'close' && chapters.length > 1) {
				chapters.pop();
			} else {
				return false;
			}

			return true;
		},
		waits: command =>
			chapters.length === 0 &&
			(isForValues(command) || command === 'sameClientNext' || command === 'sameClientPrevious'),
		copied(scene) {
			const chapter = chapters.at(-1);
			const {opens = chapter?.entry} = (chapter && selectedLineOf(chapter, scene)) ?? {};
			return opens ? {entry: opens} : null;
		},
		click({line}, scene) {
			const chapter = chapters.at(-1);
			if (!chapter) {
				return;
			}

			const {position} = chapter;
			// The first line of the body is empty.
			const key = shownOfStory(position, linesOf(chapter, scene), textRoom(scene))[line - 1]?.key;
			if (key !== undefined && key === position.selected) {
				openSelected(chapter, scene);
			} else if (key !== undefined) {
				chapter.position = {...position, selected: key};
			}

			message = null;
		},
		follow({listing}) {
			if (chapters.length === 0) {
				const row = listing.rows[Math.max(0, selectedLine(listing))];
				if (!row) {
					close();
					return;
				}

				chapters.push(newChapter(row.entry));
				changed();
			}

			const chapter = chapters.at(-1);
			if (chapter) {
				story.follow(chapter, listing.frozen);
			}
		},
		close: story.close,
	};
}
