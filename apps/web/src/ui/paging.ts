/** How pages are turned wherever there are some: in sizes that are given, and without a word while there is one page. */
export const paging = { showSizeChanger: false, hideOnSinglePage: true } as const
