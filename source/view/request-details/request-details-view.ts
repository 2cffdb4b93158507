import {keyed, leaveHint} from '../../keys/keyed.js';
import type {Theme} from '../../themes/theme.js';
import type {PanelScene, PanelView} from '../panel/open-panel.js';
import {type PanelLine, textLine} from '../panel/panel-lines.js';
import {type PanelTitle, panelTitle, type ShownLines, toldText} from '../panel/panel-title.js';
import {firstLine, textRoom} from '../panel/text-panel.js';
import {marker} from '../spans/piece.js';
import {type DetailPosition, shownOfDetails} from './detail-position.js';
import type {DetailLine} from './lines/detail-line.js';

/** A line as it looks while it is selected: marked by a sign at its beginning, and not by its look alone. */
function asSelected(line: PanelLine, {selected}: Theme): PanelLine {
	if (!('pieces' in line)) {
		return line;
	}

	const pieces = line.pieces.map((piece, index) =>
		index === 0 ? {...piece, text: `${marker(true)}${piece.text.slice(1)}`} : piece,
	);
	return {pieces, style: selected};
}

/** The title of a request details: whose, which of its lines are shown, and the keys, as far as there is room. */
export function requestDetailsTitle(
	name: string,
	{
		isFurther,
		hasStops,
		message,
		...lines
	}: ShownLines & {
		/** Whether it was opened from another request details. */
		readonly isFurther: boolean;
		/** Whether there are others to be opened. */
		readonly hasStops: boolean;
		/** What is to be said in place of the keys. */
		readonly message: string | null;
	},
	width: number,
): PanelTitle {
	const leave = isFurther ? leaveHint('back') : leaveHint();
	const move = keyed`${'rowDown'} ${'rowUp'} move`;
	const opens = keyed`${'open'} opens`;
	const along = keyed`${'sameClientNext'} ${'sameClientPrevious'} same client`;
	const hints = [
		...(message === null ? [] : [message]),
		...(hasStops
			? [
					toldText([move, opens, along, leave]),
					toldText([opens, along, leave]),
					toldText([move, opens, leave]),
				]
			: []),
	];
	return panelTitle(name, lines, width, hints, leave);
}

/** What of a request details is on the screen. */
export function requestDetailsView(
	lines: readonly DetailLine[],
	place: DetailPosition & {
		readonly token: string;
		/** What is to be said in place of the keys. */
		readonly message: string | null;
		/** Whether it was opened from another request details. */
		readonly isFurther: boolean;
	},
	scene: PanelScene,
): PanelView {
	const {token, top, selected, message, isFurther} = place;
	const room = textRoom(scene);
	const first = firstLine(top, room, lines.length);
	const shown = shownOfDetails(place, lines, room);
	const title = requestDetailsTitle(
		`Request ${token}`,
		{
			first,
			shown: shown.length,
			total: lines.length,
			isFurther,
			hasStops: lines.some(({opens}) => opens !== undefined),
			message,
		},
		scene.titleWidth,
	);
	const body = shown.map(({line, key}) =>
		key !== undefined && key === selected ? asSelected(line, scene.theme) : line,
	);
	return {...title, body: [textLine(''), ...body]};
}
