import {createContext} from 'react';

/** Whether frames are the program's own (see `ownFrames`), so that Ink needn't know the lines that change with each. */
export const OwnDrawing = createContext(false);
