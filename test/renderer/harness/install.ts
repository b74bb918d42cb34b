import { fakeStudio } from './fake-studio.ts';

// Module scripts run in the order of the page: the window finds its bridge before it starts.
Object.assign(window, { studio: fakeStudio(new URLSearchParams(window.location.search)) });
