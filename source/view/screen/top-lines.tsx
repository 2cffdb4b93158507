import {sanitise} from '../../format/sanitise.js';
import type {Theme} from '../../themes/theme.js';
import {TitleLine} from '../components/title-line.js';
import type {ShownExclude} from '../exclude/exclude-chip.js';
import type {ScreenParts} from '../layout/screen-parts.js';
import type {Activity} from '../listing/activity.js';
import type {FiringText} from '../listing/firing-text.js';
import {PromptLine} from '../prompt/prompt-line.js';
import type {Writing} from '../prompt/written-line.js';
import {SearchLine} from '../search/search-line.js';
import {TextLine} from '../spans/lines.js';

type Props = {
	readonly parts: Pick<ScreenParts, 'title' | 'search'>;
	/** Paths as given or as found. */
	readonly watched: readonly string[];
	/** Formats of the requests read so far; may be empty. */
	readonly formats: string;
	/** Hint about unread rotated files; may be empty. */
	readonly hint: string;
	readonly alert: FiringText | null;
	/** Figures and state at the right end of the title. */
	readonly facts: readonly string[];
	readonly activity: Activity;
	/** The active search. */
	readonly text: string;
	/** The search offered while no search is active; may be empty. */
	readonly offer: string;
	readonly exclude: ShownExclude;
	/** The error of the active search, whose words are valid; mostly empty. */
	readonly problem: string;
	/** The open input line, or null. */
	readonly writing: Writing | null;
	readonly isSpoken: boolean;
	readonly width: number;
	readonly theme: Theme;
};

/** The title and the search. An input line replaces the title, so that no other line moves and the line below can show an error. */
export function TopLines({problem: ofSearch, writing, ...props}: Props) {
	const {parts, watched, formats, hint, alert, facts, activity, text, offer, exclude, width, theme} = props;
	const excluding = {exclude: exclude.text, isExcluding: exclude.isOn, isSpoken: props.isSpoken};
	if (!parts.title) {
		return null;
	}
	if (!writing) {
		return (
			<>
				<TitleLine {...{watched, formats, hint, alert, facts, activity, width, theme}} />
				{parts.search && <SearchLine {...{text, offer, ...excluding, width, theme}} problem={ofSearch} />}
			</>
		);
	}
	const {label, line, problem, meant} = writing;
	return (
		<>
			<PromptLine label={label} line={line} width={width} theme={theme} />
			{parts.search && (
				<TextLine
					text={problem || sanitise(ofSearch) || meant}
					width={width}
					style={problem === '' && ofSearch === '' ? theme.aside : theme.problem}
				/>
			)}
		</>
	);
}
