import { queryOptions } from '@tanstack/react-query'
import { organizationEndpoints } from '#contract/endpoints/organizations.ts'
import { call } from './http/client.ts'

export const organizationQueries = {
  all: () => ['organizations'] as const,
  list: () =>
    queryOptions({
      queryKey: [...organizationQueries.all(), 'list'],
      queryFn: ({ signal }) => call(organizationEndpoints.organizationList, {}, signal),
    }),
}

export const createOrganization = (name: string) => call(organizationEndpoints.organizationCreate, { body: { name } })
export const removeOrganization = (name: string) => call(organizationEndpoints.organizationRemove, { params: { name } })
