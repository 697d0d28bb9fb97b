import { createElement } from 'react'
import Archive from 'lucide-react/icons/archive'
import Bell from 'lucide-react/icons/bell'
import Box from 'lucide-react/icons/box'
import Boxes from 'lucide-react/icons/boxes'
import Container from 'lucide-react/icons/container'
import Database from 'lucide-react/icons/database'
import Globe from 'lucide-react/icons/globe'
import HardDrive from 'lucide-react/icons/hard-drive'
import KeyRound from 'lucide-react/icons/key-round'
import Layers from 'lucide-react/icons/layers'
import ListOrdered from 'lucide-react/icons/list-ordered'
import Network from 'lucide-react/icons/network'
import Plug from 'lucide-react/icons/plug'
import ScrollText from 'lucide-react/icons/scroll-text'
import Server from 'lucide-react/icons/server'
import Shield from 'lucide-react/icons/shield'
import Split from 'lucide-react/icons/split'
import UserRoundCog from 'lucide-react/icons/user-round-cog'
import Zap from 'lucide-react/icons/zap'
import { cx } from '#src/lib/cx.ts'
import type { Icon } from '#src/ui/icon.ts'

/** By words in the type, whatever the cloud; the first match wins. */
const looks: readonly [RegExp, Icon][] = [
  [/^pulumi:pulumi:stack$/, Layers],
  [/^pulumi:providers:/, Plug],
  [/bucket|storageaccount|blob|objectstore/, Archive],
  [/secret|password|kms|keyvault|key$|certificate|\btls\b/, KeyRound],
  [/policy|firewall|securitygroup|waf|guard/, Shield],
  [/role|iam|serviceaccount|\buser|identity|principal/, UserRoundCog],
  [/rds|database|dynamodb|sql|redis|cache|\btable$|cosmos|spanner|bigtable|document/, Database],
  [/lambda|function|trigger|cloudrun|eventrule/, Zap],
  [/queue|topic|sqs|sns|pubsub|stream|kinesis|servicebus/, ListOrdered],
  [/alarm|alert|notification|subscription/, Bell],
  [/loadbalancer|targetgroup|listener|ingress|\blb\b/, Split],
  [/dns|route53|zone|record|cdn|distribution|domain|certificate/, Globe],
  [/vpc|subnet|network|route|gateway|peering|\beip\b|address/, Network],
  [/loggroup|log|dashboard|metric|monitor/, ScrollText],
  [/container|ecs|eks|gke|aks|cluster|deployment|pod|daemonset|statefulset|image|taskdefinition|helm|chart/, Container],
  [/volume|disk|filesystem|efs|persistent/, HardDrive],
  [/instance|virtualmachine|\bvm\b|server|host|droplet/, Server],
]

/** By type; components are groups. */
export function iconOf(type: string, isCustom = true): Icon {
  const words = type.toLowerCase()
  return looks.find(([word]) => word.test(words))?.[1] ?? (isCustom ? Box : Boxes)
}

type Props = { type: string; isCustom?: boolean | undefined; className?: string | undefined }

/** The icon of a type; its name is next to it. */
export const TypeIcon = ({ type, isCustom = true, className }: Props) =>
  createElement(iconOf(type, isCustom), { className: cx('size-4 shrink-0 text-muted', className), 'aria-hidden': true })
