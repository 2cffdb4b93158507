import type {PanelLine} from '../panel/panel-line.js';
import {marker} from '../pieces/marker.js';
import type {Theme} from '../themes/theme.js';

/** A line as it looks while it is selected: marked by a sign at its beginning, and not by its look alone. */
export function asSelected(line: PanelLine, {selected}: Theme): PanelLine {
	if (!('pieces' in line)) {
		return line;
	}

	const pieces = line.pieces.map((piece, index) =>
		index === 0 ? {...piece, text: `${marker(true)}${piece.text.slice(1)}`} : piece,
	);
	return {pieces, look: selected};
}
