import type {Theme} from '../../themes/theme.js';
import {Line} from '../components/line.js';
import {TitleLine} from '../components/title-line.js';
import type {ScreenParts} from '../layout/screen-parts.js';
import {PromptLine} from '../prompt/prompt-line.js';
import type {Writing} from '../prompt/writer.js';
import {SearchLine} from '../search/search-line.js';

type Props = {
	readonly parts: Pick<ScreenParts, 'title' | 'search'>;
	/** What is watched: paths as given, or as found. */
	readonly watched: readonly string[];
	/** The formats that requests were read in; empty: none yet. */
	readonly formats: string;
	/** What is told of rotated files that aren't read; empty: nothing. */
	readonly hint: string;
	/** The rules that are firing, in words; empty: none. */
	readonly alert: string;
	/** The search in force. */
	readonly text: string;
	/** What is offered while nothing is searched for; empty: nothing. */
	readonly offer: string;
	/** The line that is being written, if one is. */
	readonly writing: Writing | null;
	readonly width: number;
	readonly theme: Theme;
};

/**
 * The title and the search. A line that is being written stands in place of the title, so that nothing below moves and
 * there is a line under it for what is wrong.
 */
export function TopLines({parts, watched, formats, hint, alert, text, offer, writing, width, theme}: Props) {
	if (!parts.title) {
		return null;
	}

	if (!writing) {
		return (
			<>
				<TitleLine {...{watched, formats, hint, alert, width, theme}} />
				{parts.search && <SearchLine text={text} offer={offer} width={width} theme={theme} />}
			</>
		);
	}

	const {label, line, problem, meant} = writing;
	return (
		<>
			<PromptLine label={label} line={line} width={width} theme={theme} />
			{parts.search && (
				<Line text={problem || meant} width={width} style={problem === '' ? theme.aside : theme.problem} />
			)}
		</>
	);
}
